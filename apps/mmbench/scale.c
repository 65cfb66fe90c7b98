// SPDX-License-Identifier: MIT
#include "apps/mmbench/scale.h"

#include "apps/mmbench/claim.h"

static bool row_cost(const char *row, unsigned cpus, uint64_t *hundredths)
{
	char name[96];

	env_format(name, sizeof(name), "%s/cpus=%u", row, cpus);
	return bench_median(name, hundredths);
}

static uint64_t row_figure(const char *row, unsigned cpus, const char *unit)
{
	uint64_t thousandths = 0;
	char name[96];

	env_format(name, sizeof(name), "%s/cpus=%u", row, cpus);
	bench_figure_of(name, unit, &thousandths);
	return thousandths;
}

/* 1, 2, 4 ... and all; 0 behind the last. */
static unsigned cpus_after(unsigned cpus)
{
	unsigned all = env_nr_cpus();

	if (cpus == all)
		return 0;
	return 2 * cpus < all ? 2 * cpus : all;
}

static void line_print(const char *row, unsigned cpus, uint64_t one, uint64_t cost)
{
	uint64_t speed_up = cost ? one * cpus * 100 / cost : 0;
	uint64_t locks = row_figure(row, cpus, "locks/op");
	uint64_t waits = row_figure(row, cpus, "lockwaits/op");

	env_print("#   %-44s%4u%11llu.%02llu%8llu.%02llu%5llu.%03llu%5llu.%03llu\n", row, cpus,
		  (unsigned long long)cost / 100, (unsigned long long)cost % 100,
		  (unsigned long long)speed_up / 100, (unsigned long long)speed_up % 100,
		  (unsigned long long)locks / 1000, (unsigned long long)locks % 1000,
		  (unsigned long long)waits / 1000, (unsigned long long)waits % 1000);
}

void scale_table(const char *title, const char *const rows[], unsigned nr_rows)
{
	env_print("#\n# %s, by CPUs: ticks%s%s a CPU, median\n#   %-44s%4s%14s%11s%9s%9s\n", title,
		  env_emulator()[0] ? " under " : "", env_emulator(), "", "CPUs", "operation",
		  "speed-up", "locks", "waits");
	if (env_emulator()[0])
		env_print("#   emulated CPUs share the host's, and ticks go on while one waits; "
			  "locks are counts\n");
	for (unsigned i = 0; i < nr_rows; i++) {
		uint64_t one, cost;

		if (!row_cost(rows[i], 1, &one))
			continue;
		for (unsigned cpus = 1; cpus; cpus = cpus_after(cpus))
			if (row_cost(rows[i], cpus, &cost))
				line_print(rows[i], cpus, one, cost);
	}
}

/* Locks that several CPUs take are counted exactly, whatever a tick is worth. */
static void locks_print(const char *row, const char *unit, const char *what)
{
	uint64_t one = row_figure(row, 1, unit), all = row_figure(row, env_nr_cpus(), unit);

	env_print("#   locks %s: %llu.%03llu for each on one CPU, %llu.%03llu on all %u\n", what,
		  (unsigned long long)one / 1000, (unsigned long long)one % 1000,
		  (unsigned long long)all / 1000, (unsigned long long)all % 1000, env_nr_cpus());
}

void scale_claim(const char *what, const char *row)
{
	uint64_t one, all;
	char text[96];

	if (env_nr_cpus() == 1 || !row_cost(row, 1, &one) || !row_cost(row, env_nr_cpus(), &all))
		return;
	env_format(text, sizeof(text), "%s: less than twice as dear for a CPU when all %u do it",
		   what, env_nr_cpus());
	if (env_emulator()[0])
		claim_unjudged("Q6", text, one, all, "ticks", "emulated CPUs share the host's");
	else
		claim_growth("Q6", text, one, all, false, "ticks");
	locks_print(row, "locks/op", "taken");
	locks_print(row, "lockwaits/op", "waited for");
}
