/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a summary says, before it is written in one format or another.
 * Between summary*.c, out_*.c and cmd_stats.c.
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
#define SUMMARY_MARGIN 0.01		/* of "equivalent", as a ratio */

/* One boot's part of a comparison; log-ratios arm / baseline. */
struct summary_boot {
	size_t boot;			/* index into summary.boots */
	size_t blocks;
	struct stats_hl hl;		/* at SUMMARY_LEVEL */
	double low90, high90;
	double sd;			/* of the log-ratios */
};

/*
 * An arm against the baseline.  Log-ratios: below 0 is smaller, which is
 * better.  With one boot they are the Hodges-Lehmann estimate and its interval
 * and a claim about that boot only; with more, the mean over boots and its t
 * interval.
 */
struct summary_comparison {
	bool made;			/* false: nothing below is set */
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
	bool detected;
	enum stats_verdict verdict;
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
	struct summary_comparison against;
	struct summary_exact exact;
};

struct summary_workload {
	const struct store_workload *about;
	struct summary_cell *cells;	/* by arm */
	struct store_blocks *in_file;	/* by file; empty where it lacks the workload */
	size_t blocks, incomplete, discarded;
	char *refused;			/* why there is no comparison; NULL if there is */
};

struct summary {
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

/* summary_cells.c: all but the comparisons. XC_OK or XC_ERROR (said). */
int summary_cells(struct summary *s);

/* summary_compare.c: the comparisons, then summary_flags.c: what is remarkable. */
void summary_compare(struct summary *s);
void summary_flags(struct summary *s);

/* Adds a flag. */
void summary_flag(struct summary *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "better", "worse", "equivalent" or "inconclusive". */
const char *summary_verdict_name(enum stats_verdict verdict);

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

#endif
