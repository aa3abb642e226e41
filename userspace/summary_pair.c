// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two groups of boots as one summary: its arms are "old" and "new", and its
 * workloads are the workloads that both ran, once for each pair of arms.
 */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "summary_data.h"

/* A workload and an arm of each side, by index. */
struct match {
	size_t workload[2], arm[2];
};

static size_t find_arm(const struct summary *side, const char *name)
{
	for (size_t i = 0; i < side->narms; i++)
		if (!strcmp(side->arms[i].name, name))
			return i;
	return SIZE_MAX;
}

static size_t find_workload(const struct summary *side, const char *key)
{
	for (size_t i = 0; i < side->nworkloads; i++)
		if (!strcmp(side->workloads[i].about->key, key))
			return i;
	return SIZE_MAX;
}

/* Whether boots and runs of the two sides are different ones, measured in the same way. */
static int check_sides(const struct summary *sides)
{
	for (size_t i = 0; i < sides[0].nfiles; i++)
		for (size_t k = 0; k < sides[1].nfiles; k++) {
			const struct store_file *a = &sides[0].files[i], *b = &sides[1].files[k];

			if (a->clock != b->clock) {
				err_say("%s and %s cannot be compared: one counts instructions, the other time",
					a->path, b->path);
				return XC_ERROR;
			}
			if (!strcmp(a->id, b->id)) {
				err_say("%s and %s are one run (id %.40s): give it as old or as new",
					a->path, b->path, a->id);
				return XC_ERROR;
			}
			if (a->boot_id && b->boot_id && !strcmp(a->boot_id, b->boot_id)) {
				err_say("%s and %s are of one boot: measure what differs as arms of one run, which 'exectune stats' compares",
					a->path, b->path);
				return XC_ERROR;
			}
		}
	return XC_OK;
}

/* The arms of the same name, copies of a baseline left out; says so if there are none. */
static struct match *same_arms(struct summary *s, size_t *n)
{
	const struct summary *sides = s->sides;
	struct match *list = xcalloc(sides[0].narms, sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < sides[0].narms; i++) {
		size_t k = find_arm(&sides[1], sides[0].arms[i].name);

		if (sides[0].arms[i].duplicate_of)
			continue;
		if (k == SIZE_MAX || sides[1].arms[k].duplicate_of)
			summary_flag(s, "arm %s is in the old files only: not compared",
				     sides[0].arms[i].name);
		else
			list[(*n)++] = (struct match) { .arm = { i, k } };
	}
	for (size_t i = 0; i < sides[1].narms; i++)
		if (!sides[1].arms[i].duplicate_of &&
		    find_arm(&sides[0], sides[1].arms[i].name) == SIZE_MAX)
			summary_flag(s, "arm %s is in the new files only: not compared",
				     sides[1].arms[i].name);
	if (!*n)
		err_say("no arm has the same name in the old files (%s ...) and in the new ones (%s ...): name a pair with --arm OLD=NEW",
			sides[0].arms[0].name, sides[1].arms[0].name);
	return list;
}

static struct match *named_arms(struct summary *s, const struct summary_pair *pairs, size_t n)
{
	struct match *list = xcalloc(n, sizeof(*list));

	for (size_t i = 0; i < n; i++) {
		const char *names[2] = { pairs[i].old, pairs[i].new };

		for (size_t side = 0; side < 2; side++) {
			list[i].arm[side] = find_arm(&s->sides[side], names[side]);
			if (list[i].arm[side] != SIZE_MAX)
				continue;
			err_say("--arm: no arm %s in the %s files; the first is %s", names[side],
				side ? "new" : "old", s->sides[side].arms[0].name);
			free(list);
			return NULL;
		}
	}
	return list;
}

/* Names a workload by its own key, and by its arms where there is more than one pair. */
static char *name_pair(const struct summary *s, const struct match *m, size_t npairs)
{
	const char *key = s->sides[0].workloads[m->workload[0]].about->key;
	const char *old = s->sides[0].arms[m->arm[0]].name, *new = s->sides[1].arms[m->arm[1]].name;

	if (strcmp(old, new))
		return xasprintf("%s, %s/%s", key, old, new);
	return npairs > 1 ? xasprintf("%s, %s", key, old) : xstrdup(key);
}

static struct summary_cell copy_cell(const struct summary *s, const struct summary *side,
				     const struct summary_cell *from)
{
	struct summary_cell cell = *from;

	memset(&cell.against, 0, sizeof(cell.against));
	memset(&cell.exact, 0, sizeof(cell.exact));
	cell.counts = xcalloc(s->ncounts, sizeof(*cell.counts));
	cell.count_ops = xcalloc(s->ncounts, sizeof(*cell.count_ops));
	for (size_t i = 0; i < s->ncounts; i++)
		for (size_t k = 0; k < side->ncounts; k++)
			if (!strcmp(s->count_names[i], side->count_names[k])) {
				cell.counts[i] = from->counts[k];
				cell.count_ops[i] = from->count_ops[k];
			}
	return cell;
}

/* The summary's workload made of a workload and a pair of arms. */
static void add_workload(struct summary *s, const struct match *m, size_t npairs)
{
	struct summary_workload *w = &s->workloads[s->nworkloads];
	struct store_workload *about = &s->made[s->nworkloads++];

	*about = *s->sides[0].workloads[m->workload[0]].about;
	about->key = name_pair(s, m, npairs);
	w->about = about;
	w->cells = xcalloc(2, sizeof(*w->cells));
	for (size_t i = 0; i < 2; i++) {
		const struct summary_workload *from = &s->sides[i].workloads[m->workload[i]];

		w->cells[i] = copy_cell(s, &s->sides[i], &from->cells[m->arm[i]]);
		w->blocks += from->blocks;
		w->incomplete += from->incomplete;
		w->discarded += from->discarded;
		w->outlier_blocks += from->outlier_blocks;
	}
	summary_compare_groups(s, w, m->workload, m->arm);
}

/* Files, boots and names of counts of both sides; the arms. */
static void unite_sides(struct summary *s)
{
	struct store_arm *arms = xcalloc(2, sizeof(*arms));

	arms[0].name = "old";
	arms[1].name = "new";
	s->arms = arms;
	s->narms = 2;
	s->files = xcalloc(s->sides[0].nfiles + s->sides[1].nfiles, sizeof(*s->files));
	s->boots = xcalloc(s->sides[0].nboots + s->sides[1].nboots, sizeof(*s->boots));
	s->count_names = xcalloc(s->sides[0].ncounts + s->sides[1].ncounts, sizeof(*s->count_names));
	for (size_t i = 0; i < 2; i++) {
		const struct summary *side = &s->sides[i];

		for (size_t k = 0; k < side->nfiles; k++)
			s->files[s->nfiles++] = side->files[k];
		for (size_t k = 0; k < side->nboots; k++)
			s->boots[s->nboots++] = side->boots[k];
		for (size_t k = 0; k < side->ncounts; k++) {
			size_t seen = 0;

			while (seen < s->ncounts && strcmp(s->count_names[seen], side->count_names[k]))
				seen++;
			if (seen == s->ncounts)
				s->count_names[s->ncounts++] = side->count_names[k];
		}
	}
}

/* All workloads that both sides have. */
static int add_workloads(struct summary *s, const struct match *pairs, size_t npairs)
{
	const struct summary *sides = s->sides;
	size_t most = sides[0].nworkloads * npairs;

	s->workloads = xcalloc(most, sizeof(*s->workloads));
	s->made = xcalloc(most, sizeof(*s->made));
	for (size_t i = 0; i < sides[0].nworkloads; i++) {
		size_t k = find_workload(&sides[1], sides[0].workloads[i].about->key);

		if (k == SIZE_MAX)
			summary_flag(s, "workload %s is in the old files only: not compared",
				     sides[0].workloads[i].about->key);
		for (size_t p = 0; p < npairs && k != SIZE_MAX; p++)
			add_workload(s, &(struct match) {
				.workload = { i, k }, .arm = { pairs[p].arm[0], pairs[p].arm[1] } },
				     npairs);
	}
	for (size_t i = 0; i < sides[1].nworkloads; i++)
		if (find_workload(&sides[0], sides[1].workloads[i].about->key) == SIZE_MAX)
			summary_flag(s, "workload %s is in the new files only: not compared",
				     sides[1].workloads[i].about->key);
	if (s->nworkloads)
		return XC_OK;
	err_say("no workload is in the old files and in the new ones: the first are %s and %s",
		sides[0].workloads[0].about->key, sides[1].workloads[0].about->key);
	return XC_ERROR;
}

/* What is remarkable of each side's own samples. */
static void take_flags(struct summary *s)
{
	static const char *const name[] = { "old", "new" };

	for (size_t i = 0; i < 2; i++) {
		summary_flag_samples(&s->sides[i]);
		for (size_t k = 0; k < s->sides[i].nflags; k++)
			summary_flag(s, "%s: %s", name[i], s->sides[i].flags[k]);
	}
}

int summary_pair(struct summary sides[2], const struct summary_pair *pairs, size_t npairs,
		 struct summary *s)
{
	struct match *matches = NULL;
	int status;

	memset(s, 0, sizeof(*s));
	s->sides = xcalloc(2, sizeof(*s->sides));
	memcpy(s->sides, sides, 2 * sizeof(*sides));
	memset(sides, 0, 2 * sizeof(*sides));
	s->margin = s->sides[0].margin;
	s->max_regression = s->sides[0].max_regression;
	status = check_sides(s->sides);
	if (!status) {
		unite_sides(s);
		summary_flag_env(s);
		matches = npairs ? named_arms(s, pairs, npairs) : same_arms(s, &npairs);
		status = matches && npairs ? add_workloads(s, matches, npairs) : XC_USAGE;
	}
	free(matches);
	if (status) {
		summary_free(s);
		return status;
	}
	summary_decide(s);
	take_flags(s);
	for (size_t i = 0; i < s->nworkloads; i++)
		if (s->workloads[i].refused)
			status = XC_INCONCLUSIVE;
	return status;
}
