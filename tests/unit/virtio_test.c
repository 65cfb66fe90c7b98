// SPDX-License-Identifier: MIT
/*
 * drivers/virtio_logic.c: queues before devices that do as they should, and before others.
 */
#include "drivers/virtio_logic.h"

#include <linux/virtio_config.h>
#include <linux/virtio_net.h>

#include "tests/harness/test.h"

static struct virtq q;
static struct vring_desc *desc;
static struct vring_avail *avail;
static struct vring_used *used;

/* Pages are names here: nobody looks into them. */
static struct page *page_of(unsigned i)
{
	return (struct page *)(uintptr_t)(0x1000 + i);
}

static bool start(uint16_t size)
{
	void *memory = test_arena(virtq_len(size));

	if (!memory)
		return false;
	virtq_init(&q, memory, size);
	desc = memory;
	avail = (struct vring_avail *)q.avail;
	used = (struct vring_used *)q.used;
	return true;
}

static void put(unsigned i)
{
	virtq_put(&q, page_of(i), 0x100000 + i * 0x1000ull, 1526, true);
}

/* The device is done with descriptor `id`. */
static void complete(uint32_t id, uint32_t len)
{
	used->ring[used->idx % q.size] = (struct vring_used_elem){.id = id, .len = len};
	used->idx++;
}

/* The entry that the device finds at position i of the available ring. */
static uint16_t offered(unsigned i)
{
	return avail->ring[i % q.size];
}

TEST(sizes_of_queues_are_powers_of_two)
{
	CHECK_EQ(virtq_len(0), 0);
	CHECK_EQ(virtq_len(3), 0);
	CHECK_EQ(virtq_len(255), 0);
	CHECK_EQ(virtq_len(65536), 0);
	/* Rings of 4096 + 518 and 2054 bytes, 256 pointers and numbers. */
	CHECK_EQ(virtq_len(256), 8192 + 2056 + 256 * 10);
	for (uint32_t size = 1; size <= VIRTQ_SIZE_MOST; size *= 2) {
		size_t len = virtq_len(size);

		CHECK(len >= vring_size(size, VIRTQ_ALIGN));
	}
}

/* Where an old device looks for each ring, by the layout that the header of Linux has. */
TEST(rings_are_where_an_old_device_looks_for_them)
{
	for (uint32_t size = 1; size <= 1024; size *= 2) {
		struct vring vring;

		CHECK(start((uint16_t)size));
		vring_init(&vring, size, desc, VIRTQ_ALIGN);
		CHECK_EQ((uintptr_t)vring.avail, (uintptr_t)avail);
		CHECK_EQ((uintptr_t)vring.used, (uintptr_t)used);
	}
}

TEST(buffers_are_offered_and_come_back_in_any_order)
{
	struct page *page;
	uint32_t len;

	CHECK(start(8));
	CHECK_EQ(avail->flags, VRING_AVAIL_F_NO_INTERRUPT);
	put(0);
	put(1);
	put(2);
	CHECK_EQ(q.nr_free, 5);
	CHECK_EQ(avail->idx, 0); /* not shown yet */
	CHECK(virtq_publish(&q));
	CHECK_EQ(avail->idx, 3);
	CHECK_EQ(desc[offered(1)].addr, 0x101000);
	CHECK_EQ(desc[offered(1)].len, 1526);
	CHECK_EQ(desc[offered(1)].flags, VRING_DESC_F_WRITE);
	CHECK_EQ(virtq_take(&q, &page, &len), 0);
	complete(offered(2), 72);
	complete(offered(0), 80);
	CHECK_EQ(virtq_take(&q, &page, &len), 1);
	CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(2));
	CHECK_EQ(len, 72);
	CHECK_EQ(virtq_take(&q, &page, &len), 1);
	CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(0));
	CHECK_EQ(virtq_take(&q, &page, &len), 0);
	CHECK_EQ(q.nr_free, 7);
}

TEST(a_device_that_does_not_want_to_be_told_is_not)
{
	CHECK(start(8));
	put(0);
	used->flags = VRING_USED_F_NO_NOTIFY;
	CHECK(!virtq_publish(&q));
	CHECK_EQ(avail->idx, 1);
}

TEST(what_is_sent_is_read_only)
{
	CHECK(start(8));
	virtq_put(&q, page_of(0), 0x5000, 112, false);
	CHECK_EQ(desc[offered(0)].flags, 0);
}

TEST(large_rings_hold_no_more_than_small_ones)
{
	struct page *page;
	uint32_t len;

	CHECK(start(1024));
	CHECK_EQ(q.nr_free, VIRTQ_HELD);
	for (unsigned i = 0; i < 5000; i++) {
		put(i);
		virtq_publish(&q);
		complete(offered(i), 99);
		CHECK_EQ(virtq_take(&q, &page, &len), 1);
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(i));
	}
	CHECK_EQ(avail->idx, 5000);
}

TEST(indexes_wrap)
{
	struct page *page;
	uint32_t len;

	CHECK(start(4));
	for (unsigned i = 0; i < 140000; i++) {
		put(i);
		virtq_publish(&q);
		complete(offered(i), 99);
		CHECK_EQ(virtq_take(&q, &page, &len), 1);
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(i));
	}
}

/* A queue with three buffers, before a device that breaks the rules in its own way. */
static int take_after(void (*wrong)(void), struct page **page)
{
	uint32_t len;

	if (!start(8))
		return 1;
	put(0);
	put(1);
	put(2);
	virtq_publish(&q);
	wrong();
	return virtq_take(&q, page, &len);
}

static void descriptor_out_of_range(void)
{
	complete(8, 99);
}

static void descriptor_far_out_of_range(void)
{
	complete(0xffff0000u + offered(0), 99);
}

static void descriptor_not_given(void)
{
	uint32_t id = 0;

	while (id == offered(0) || id == offered(1) || id == offered(2))
		id++;
	complete(id, 99);
}

static void more_than_given(void)
{
	for (unsigned i = 0; i < 4; i++)
		complete(offered(0), 99);
}

static void index_backwards(void)
{
	used->idx--;
}

TEST(devices_that_break_the_rules_are_found_out)
{
	static void (*const wrong[])(void) = {descriptor_out_of_range, descriptor_far_out_of_range,
					      descriptor_not_given, more_than_given,
					      index_backwards};

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct page *page = NULL;

		CHECK_EQ(take_after(wrong[i], &page), -EIO);
		CHECK_EQ((uintptr_t)page, 0);
		for (unsigned left = 3; left; left--)
			CHECK(virtq_drain(&q));
		CHECK(!virtq_drain(&q));
		CHECK_EQ(q.nr_free, 8);
	}
}

static void same_twice(void)
{
	complete(offered(0), 99);
	complete(offered(0), 99);
}

TEST(a_buffer_is_given_back_once)
{
	struct page *page = NULL;
	uint32_t len;

	CHECK_EQ(take_after(same_twice, &page), 1);
	CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(0));
	CHECK_EQ(virtq_take(&q, &page, &len), -EIO);
}

/* Whatever a device writes: each page comes back once, from the ring or at its end. */
TEST(random_devices_lose_no_page)
{
	static bool held[40000];
	uint64_t seed = test_seed();
	unsigned given = 0, nr_held = 0, nr_broken = 0;
	struct page *page;

	test_note("seed %llu", (unsigned long long)seed);
	CHECK(start(8));
	__builtin_memset(held, 0, sizeof(held));
	while (given < ARRAY_SIZE(held)) {
		uint32_t len;
		int got;

		if (q.nr_free && test_random(&seed) % 2) {
			held[given] = true;
			nr_held++;
			put(given++);
			virtq_publish(&q);
		}
		if (test_random(&seed) % 2)
			complete(test_random(&seed) % 9, (uint32_t)test_random(&seed));
		got = virtq_take(&q, &page, &len);
		if (got < 0) { /* the driver stops it, which frees all */
			nr_broken++;
			used->idx = q.taken;
			got = (page = virtq_drain(&q)) != NULL;
		}
		if (got) {
			unsigned i = (unsigned)((uintptr_t)page - (uintptr_t)page_of(0));

			CHECK(i < given && held[i]);
			held[i] = false;
			nr_held--;
		}
	}
	while ((page = virtq_drain(&q))) {
		CHECK(held[(uintptr_t)page - (uintptr_t)page_of(0)]);
		nr_held--;
	}
	CHECK_EQ(nr_held, 0);
	CHECK(nr_broken > 100);
}

/* --- Features and registers -------------------------------------------------------------- */

#define BIT(n) (1ull << (n))

TEST(features_are_chosen_by_the_interface)
{
	const uint64_t all = ~0ull;
	struct virtio_net_features f;
	uint64_t accepted;
	const char *why;

	CHECK_EQ(virtio_net_choose(all, true, &accepted, &f, &why), 0);
	CHECK_EQ(accepted,
		 BIT(VIRTIO_NET_F_MAC) | BIT(VIRTIO_NET_F_STATUS) | BIT(VIRTIO_F_VERSION_1));
	CHECK_EQ(virtio_net_header_len(&f), 12);
	CHECK_EQ(virtio_net_choose(all, false, &accepted, &f, &why), 0);
	CHECK_EQ(accepted,
		 BIT(VIRTIO_NET_F_MAC) | BIT(VIRTIO_NET_F_STATUS) | BIT(VIRTIO_F_ANY_LAYOUT));
	CHECK_EQ(virtio_net_header_len(&f), 10);
	CHECK_EQ(virtio_net_choose(BIT(VIRTIO_NET_F_MAC) | BIT(VIRTIO_F_VERSION_1), true, &accepted,
				   &f, &why),
		 0);
	CHECK_EQ(accepted, BIT(VIRTIO_NET_F_MAC) | BIT(VIRTIO_F_VERSION_1));
}

TEST(devices_that_lack_what_is_needed_are_refused_with_a_reason)
{
	static const struct {
		uint64_t lacking;
		bool modern;
		const char *why;
	} cases[] = {{BIT(VIRTIO_NET_F_MAC), true, "no address"},
		     {BIT(VIRTIO_NET_F_MAC), false, "no address"},
		     {BIT(VIRTIO_F_VERSION_1), true, "does not speak it"},
		     {BIT(VIRTIO_F_ANY_LAYOUT), false, "descriptor of its own"}};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct virtio_net_features f;
		uint64_t accepted;
		const char *why;

		CHECK_EQ(virtio_net_choose(~cases[i].lacking, cases[i].modern, &accepted, &f, &why),
			 -EINVAL);
		CHECK(test_contains(why, cases[i].why));
	}
}

TEST(areas_of_registers_are_checked)
{
	CHECK(virtio_area_usable(&(struct virtio_area){4, 0x1000, 56}, 56));
	CHECK(!virtio_area_usable(&(struct virtio_area){4, 0x1000, 55}, 56));
	CHECK(!virtio_area_usable(&(struct virtio_area){6, 0x1000, 56}, 56));
	CHECK(!virtio_area_usable(&(struct virtio_area){4, 0x1002, 56}, 56));
	CHECK(!virtio_area_usable(&(struct virtio_area){4, 0xfffffffc, 56}, 56));
	CHECK(!virtio_area_usable(&(struct virtio_area){4, 8, 0xffffffff}, 56));
}

TEST(queues_are_told_of_inside_their_area)
{
	const struct virtio_area area = {4, 0x3000, 0x1000};
	uint32_t offset = 99;

	CHECK_EQ(virtio_notify_offset(&area, 4, 3, &offset), 0);
	CHECK_EQ(offset, 12);
	CHECK_EQ(virtio_notify_offset(&area, 0, 65535, &offset), 0);
	CHECK_EQ(offset, 0);
	CHECK_EQ(virtio_notify_offset(&area, 4, 1023, &offset), 0);
	CHECK_EQ(offset, 4092);
	CHECK_EQ(virtio_notify_offset(&area, 4, 1024, &offset), -EINVAL);
	CHECK_EQ(virtio_notify_offset(&area, 0xffffffff, 65535, &offset), -EINVAL);
	CHECK_EQ(virtio_notify_offset(&area, 3, 1, &offset), -EINVAL);
	CHECK_EQ(offset, 4092);
}
