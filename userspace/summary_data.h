/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a summary says, before it is written in one format or another.
 * Between summary*.c, out_*.c, cmd_stats.c and cmd_compare.c.
 */
#ifndef EXECTUNE_SUMMARY_DATA_H
#define EXECTUNE_SUMMARY_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats.h"
#include "store_read.h"
#include "summary.h"

#define SUMMARY_BLOCKS_MIN 6		/* fewer carry no claim */
#define SUMMARY_LEVEL 0.95		/* of intervals */
#define SUMMARY_ALPHA 0.05		/* of "detected", after Holm */
#define SUMMARY_MARGIN 0.01		/* of "equivalent", as a ratio, if nothing else is asked */

/* One boot's part of a comparison; log-ratios arm / baseline. */
struct summary_boot {
	size_t boot;			/* index into summary.boots */
	size_t blocks;
	struct stats_hl hl;		/* at SUMMARY_LEVEL */
	double low90, high90;
	double sd;			/* of the log-ratios */
};

enum summary_method {
	SUMMARY_SIGNED_RANK,		/* one boot, paired by block */
	SUMMARY_T_BOOTS,		/* several boots, each paired by block */
	SUMMARY_WELCH,			/* boots of one group against boots of another */
};

/* One boot's level of an arm in a comparison of two groups of boots. */
struct summary_level {
	size_t boot;			/* index into summary.boots */
	size_t blocks;
	double log_median;		/* of the blocks' medians */
};

/* The boots of a group that have enough blocks. */
struct summary_group {
	struct summary_level *levels;
	size_t n;
};

/*
 * An arm against the baseline.  Log-ratios: below 0 is smaller, which is
 * better.  With one boot they are the Hodges-Lehmann estimate and its interval
 * and a claim about that boot only; with more, the mean over boots and its t
 * interval; between two groups of boots, the difference of the means of their
 * log-medians with Welch's interval.
 */
struct summary_comparison {
	bool made;			/* false: nothing below is set, but ... */
	bool bare;			/* ... `estimate`, if this is: a ratio without a claim */
	enum summary_method method;
	struct summary_group groups[2];	/* old and new; with SUMMARY_WELCH only */
	struct summary_boot *boots;	/* those with enough blocks */
	size_t nboots;
	size_t blocks;			/* of all these boots */
	double estimate, low, high;	/* limits NaN if degenerate */
	double low90, high90;		/* for the two one-sided tests */
	double level;			/* achieved */
	double p, p_holm;		/* p_holm NaN for the duplicate baseline */
	double p_flip;			/* sign flips over boots; NaN with one boot */
	double smallest_effect;		/* log-ratio found with 80% power */
	bool degenerate;		/* all ratios the same: nothing was measured */
	bool unpaired;			/* arms that took no turns: never detected, no verdict */
	bool detected;			/* a difference is shown at SUMMARY_ALPHA, after Holm */
	enum stats_verdict verdict;	/* whether it matters: against summary.margin */
};

/* Exact counts of an arm against the baseline (clock icount). */
struct summary_exact {
	bool made;
	double difference;		/* instructions per operation, of the layout medians */
	double ratio;			/* of the layout medians */
	double block_low, block_high;	/* least and largest ratio within a block */
};

/* One arm on one workload; times per operation in the unit of the file. */
struct summary_cell {
	size_t samples;			/* of complete blocks; 0: the arm did not run here */
	uint64_t ops;
	double median;			/* of the samples' medians */
	double min;			/* least of the samples' minima */
	double p90, p99;		/* medians of the samples' p90 and p99 */
	size_t outliers;		/* samples far from the median; they are kept */
	size_t layouts;			/* different environment sizes */
	double layout_median;		/* median over them of the median in each */
	double *counts;			/* totals by summary.count_names */
	double *count_ops;		/* operations of the samples in which each was known */
	struct summary_comparison against;
	struct summary_exact exact;
};

struct summary_workload {
	const struct store_workload *about;
	struct summary_cell *cells;	/* by arm */
	struct store_blocks *in_file;	/* by file; empty where it lacks the workload */
	size_t blocks, incomplete, discarded;
	size_t outlier_blocks;		/* blocks with an outlier of any arm */
	char *refused;			/* why there is no comparison; NULL if there is */
};

struct summary {
	/*
	 * NULL, or the old group and the new one, which are owned: then the arms
	 * are these two, a workload is one with one arm of each, and the files
	 * are theirs.
	 */
	struct summary *sides;
	struct store_workload *made;	/* what the workloads are about, if made up */
	double margin;			/* of "equivalent", as a ratio */
	double max_regression;		/* as a ratio; NaN: not asked for */
	struct store_file *files;
	size_t nfiles;
	const struct store_arm *arms;	/* of all files; the first is the baseline */
	size_t narms;
	struct summary_workload *workloads;
	size_t nworkloads;
	const char **boots;		/* boot ids; one may be NULL if there is one file */
	size_t nboots;
	const char **count_names;
	size_t ncounts;
	bool all_counts;		/* the table shows the everyday ones as well */
	size_t comparisons;		/* in Holm's family */
	char **flags;			/* what a reader must know, a line each */
	size_t nflags;
};

/*
 * Reads the files and fills *s, to be freed with summary_free().  XC_OK,
 * XC_INCONCLUSIVE (comparisons were refused; see refused of the workloads) or
 * XC_ERROR (said on stderr; *s is empty).
 */
int summary_make(const char *const *files, size_t nfiles, struct summary *s);

void summary_free(struct summary *s);

/* Writes it; XC_OK or XC_ERROR (said). */
int summary_write(const struct summary *s, enum summary_format fmt, FILE *out);

/* The same into a file, which is replaced as a whole or left as it was. */
int summary_write_file(const struct summary *s, enum summary_format fmt, const char *path);

/* summary_match.c: whether the files belong together. XC_OK or XC_ERROR (said). */
int summary_match(const struct store_file *files, size_t nfiles);

/* What makes an environment the same, but for the command line of the kernel; ends with NULL. */
extern const char *const summary_env_keys[];

/* Whether two members are equal; one that is not there equals null. */
bool summary_same(const json_t *a, const json_t *b);

/* A value as text for a message, at most 80 bytes; the caller frees it. */
char *summary_shown(const json_t *value);

/* The kernel's command line but for words of ours, which may number a boot; the caller frees it. */
char *summary_cmdline(const struct store_file *f);

/* summary_cells.c: all but the comparisons. XC_OK or XC_ERROR (said). */
int summary_cells(struct summary *s);

/* summary_compare.c: the comparisons. */
void summary_compare(struct summary *s);

/* summary_unpaired.c: one arm against the baseline where the arms did not take turns. */
void summary_unpaired(const struct summary *s, struct summary_workload *w, size_t arm);

/*
 * summary_decide.c: adjusts the p values, and judges by s->margin; may be called
 * again with another margin.
 */
void summary_decide(struct summary *s);

/*
 * What s->max_regression says of all comparisons: XC_REGRESSION if an interval
 * lies beyond it as a whole, else XC_INCONCLUSIVE if one straddles it or a
 * comparison is missing, else XC_OK, also if there is no bound.
 */
int summary_bound(const struct summary *s);

/* summary_flags.c: what is remarkable of the samples, and of the comparisons. */
void summary_flag_samples(struct summary *s);
void summary_flag_comparisons(struct summary *s);

/*
 * summary_drift.c: flags of trends, change points and an effect of the first
 * slot; those of ratios only if s has comparisons.
 */
void summary_flag_drift(struct summary *s);

/*
 * summary.c: the files' samples as a group of boots, all but comparisons
 * and flags, *s to be freed.  XC_OK or XC_ERROR (said).
 */
int summary_read(const char *const *files, size_t nfiles, struct summary *s);

/* Two arms to be compared between groups, by name. */
struct summary_pair {
	const char *old, *new;
};

/*
 * summary_pair.c: compares two groups of boots, workload by workload, and arm
 * by arm of the same name, or by the pairs given.  Takes over sides[0] (old)
 * and sides[1] (new), which must come from summary_read(), also on failure.
 * Exit codes as summary_make().
 */
int summary_pair(struct summary sides[2], const struct summary_pair *pairs, size_t npairs,
		 struct summary *s);

/*
 * summary_groups.c: compares arm[0] of the old group on workload[0] with arm[1]
 * of the new one on workload[1] (indices there); fills w->cells[1] and, when
 * there can be no claim, w->refused.
 */
void summary_compare_groups(struct summary *s, struct summary_workload *w, const size_t workload[2],
			    const size_t arm[2]);

/* summary_env.c: a flag for each thing in which the environments of the groups differ. */
void summary_flag_env(struct summary *s);

/* Adds a flag. */
void summary_flag(struct summary *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "better", "worse", "equivalent" or "inconclusive". */
const char *summary_verdict_name(enum stats_verdict verdict);

/*
 * A count per operation (of what is looked at once a slice: per exec); NaN if it was never known.
 */
double summary_per_op(const struct summary *s, const struct summary_cell *cell, size_t count);

/* The index of an arm of the summary in a file; STORE_NONE if the file lacks it. */
uint32_t summary_arm_in(const struct summary *s, size_t arm, const struct store_file *f);

/* The index of the file's boot in s->boots. */
size_t summary_boot_of(const struct summary *s, const struct store_file *f);

/* The writers: out_*.c */
void out_table(const struct summary *s, FILE *out);
void out_json(const struct summary *s, FILE *out);
void out_csv(const struct summary *s, FILE *out);
void out_markdown(const struct summary *s, FILE *out);
void out_changelog(const struct summary *s, FILE *out);
void out_before_after(const struct summary *s, FILE *out);

#endif
