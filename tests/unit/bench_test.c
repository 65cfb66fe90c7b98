// SPDX-License-Identifier: MIT
/*
 * The benchmarks that are registered: that each says what it needs to, and that those of the page
 * allocator have the names and parameters that readers of reports rely on.
 */
#include "apps/harness/bench.h"
#include "tests/harness/test.h"

extern const struct bench *const __start_bulkhead_bench[];
extern const struct bench *const __stop_bulkhead_bench[];

#define FOR_EACH_BENCH(b)                                                                          \
	for (const struct bench *const *b = __start_bulkhead_bench; b < __stop_bulkhead_bench; b++)

TEST(each_states_operation_baseline_and_group)
{
	FOR_EACH_BENCH(b)
	{
		const struct bench *bench = *b;

		CHECK(bench->name && bench->operation && bench->baseline && bench->run);
		CHECK(*bench->name && *bench->operation && *bench->baseline);
		CHECK(bench->group && bench->group->name);
		CHECK(bench->variants && bench->nr_variants && bench->passes);
	}
}

/* Only what Go's format allows in a name: no space, and "key=value" after each slash. */
static bool params_valid(const char *params)
{
	bool value = false;

	for (const char *c = params; *c; c++) {
		if (*c <= ' ' || *c > '~')
			return false;
		if (*c == '=' && !value && c > params && c[-1] != '/')
			value = true;
		else if (*c == '=')
			return false;
		else if (*c == '/' && !value)
			return false;
		else if (*c == '/')
			value = false;
	}
	return value;
}

TEST(parameters_are_keys_with_values)
{
	CHECK(params_valid("batch=64/mem=aged"));
	CHECK(!params_valid("batch"));
	CHECK(!params_valid("batch=1/aged"));
	CHECK(!params_valid("=1"));
	CHECK(!params_valid("a=1/=2"));
	CHECK(!params_valid("a=1 b=2"));
	FOR_EACH_BENCH(b)
	for (uint32_t v = 0; v < (*b)->nr_variants; v++)
		if (!params_valid((*b)->variants[v].params)) {
			test_fail(__FILE__, __LINE__, "%s/%s", (*b)->name,
				  (*b)->variants[v].params);
			return;
		}
}

/* How many variants of that name have these parameters; all of that name if params is NULL. */
static uint32_t count(const char *name, const char *params)
{
	uint32_t nr = 0;

	FOR_EACH_BENCH(b)
	for (uint32_t v = 0; v < (*b)->nr_variants; v++)
		nr += test_streq((*b)->name, name) &&
		      (!params || test_streq((*b)->variants[v].params, params));
	return nr;
}

/* There is one variant for each of the values: "key=value" and the suffix. */
static bool rows_are(const char *name, const char *key, const char *const *values,
		     uint32_t nr_values, const char *suffix)
{
	for (uint32_t i = 0; i < nr_values; i++) {
		char params[64];

		env_format(params, sizeof(params), "%s=%s%s", key, values[i], suffix);
		if (count(name, params) != 1) {
			test_fail(__FILE__, __LINE__, "%u rows %s/%s", count(name, params), name,
				  params);
			return false;
		}
	}
	return true;
}

static const char *const orders[] = {"0", "1", "2", "3", "4", "9", "18"};
static const char *const batches[] = {"1", "2", "4", "8", "16", "32", "64", "128", "256", "512"};

enum { NR_ORDERS = ARRAY_SIZE(orders), NR_BATCHES = ARRAY_SIZE(batches), NR_SMALL_ORDERS = 4 };

TEST(single_blocks_come_in_the_orders_agreed)
{
	static const char *const names[] = {"PageAlloc", "PageFree", "PagePair"};

	for (uint32_t i = 0; i < ARRAY_SIZE(names); i++)
		CHECK(rows_are(names[i], "order", orders, NR_ORDERS, ""));
	CHECK(rows_are("PageAlloc", "order", orders, NR_SMALL_ORDERS, "/mem=aged"));
	CHECK(rows_are("PageFree", "order", orders, NR_SMALL_ORDERS, "/mem=aged/free=random"));
	CHECK_EQ(count("PagePair", NULL), NR_ORDERS);
	CHECK_EQ(count("PageAlloc", NULL), NR_ORDERS + NR_SMALL_ORDERS);
}

TEST(bulk_comes_in_the_batches_agreed)
{
	static const char *const names[] = {"BulkArray", "BulkList", "BulkRefill", "BulkFree",
					    "BulkLoop"};

	for (uint32_t i = 0; i < ARRAY_SIZE(names); i++)
		CHECK(rows_are(names[i], "batch", batches, NR_BATCHES, ""));
	CHECK(rows_are("BulkArray", "batch", batches, NR_BATCHES, "/mem=aged"));
	CHECK(rows_are("BulkFree", "batch", batches, NR_BATCHES, "/free=random"));
	CHECK(rows_are("BulkFree", "batch", batches, NR_BATCHES, "/mem=aged/free=random"));
	CHECK_EQ(count("BulkList", NULL), NR_BATCHES);
	CHECK_EQ(count("BulkRefill", NULL), NR_BATCHES);
	CHECK_EQ(count("BulkLoop", NULL), NR_BATCHES);
}
