// SPDX-License-Identifier: MIT
/* Case O10: rings and buffers that lose packets. */
#include "drivers/nic_logic.h"
#include "tests/harness/test.h"

TEST(o10_rings_of_an_e1000)
{
	uint32_t usable = 99;

	/* zephyr 74072: one descriptor, which QEMU takes for none */
	CHECK_EQ((unsigned)-e1000_ring_usable(16, &usable), EINVAL);
	CHECK_EQ(usable, 99);
	CHECK_EQ(e1000_ring_usable(128, &usable), 0);
	CHECK_EQ(usable, 7);
	CHECK_EQ(e1000_ring_usable(4096, &usable), 0);
	CHECK_EQ(usable, 255);
	for (uint32_t len = 0; len < 70000; len += 8)
		CHECK_EQ(e1000_ring_usable(len, &usable) == 0,
			 len && len % 128 == 0 && len <= 65536);
}

TEST(o10_headers_of_virtio)
{
	CHECK_EQ(virtio_net_header_len(&(struct virtio_net_features){.version_1 = true}), 12);
	CHECK_EQ(virtio_net_header_len(&(struct virtio_net_features){.version_1 = false}), 10);
	CHECK_EQ(virtio_net_header_len(&(struct virtio_net_features){.mrg_rxbuf = true}), 12);
	CHECK_EQ(virtio_net_header_len(
			 &(struct virtio_net_features){.version_1 = true, .hash_report = true}),
		 20);
}

TEST(o10_buffers_of_virtio)
{
	CHECK_EQ(virtio_net_buffer_len(&(struct virtio_net_features){.guest_large = true}), 65562);
	CHECK_EQ(virtio_net_buffer_len(&(struct virtio_net_features){.guest_large = false}), 1526);
	CHECK_EQ(virtio_net_buffer_len(
			 &(struct virtio_net_features){.guest_large = true, .mrg_rxbuf = true}),
		 1526);
}

TEST(o10_what_a_device_says_it_wrote)
{
	CHECK_EQ(nic_completion_check(2048, 2048, 12), 0);
	CHECK_EQ(nic_completion_check(2048, 12, 12), 0);
	CHECK_EQ((unsigned)-nic_completion_check(2048, 11, 12), EIO);
	CHECK_EQ((unsigned)-nic_completion_check(2048, 2049, 12), EIO);
	CHECK_EQ((unsigned)-nic_completion_check(2048, 0xffffffff, 12), EIO);
}
