// SPDX-License-Identifier: GPL-2.0-only
/* From samples files to verdicts, and every format they are written in. */
#include "unit.h"

#include <fcntl.h>
#include <math.h>

#include "err.h"
#include "exitcode.h"
#include "summary_data.h"

#define ARMS 4

/* A samples file to be made: values are base[workload] x effect[workload][arm] x noise. */
struct made {
	const char *path, *id, *boot, *env;	/* env: further members, or NULL */
	unsigned blocks;
	bool icount, no_end;
	double noise;				/* SD-like size of it */
	double shift;				/* of all arms but the baselines, a log-ratio */
	double effect[2][ARMS];
	unsigned zero_block;			/* block whose ops are 0; 0: none */
	uint32_t seed;
};

static const char *const arm_name[ARMS] = { "late", "late'", "early", "path" };
static const double base[2] = { 211000, 850 };

static struct made plain(void)
{
	return (struct made) {
		.path = "a.jsonl", .id = "a", .boot = "boot-a", .blocks = 40, .noise = 0.01, .seed = 7,
		.effect = { { 1, 1, 0.75, 1.08 }, { 1, 1, 1, 1 } },
	};
}

static double noise(struct made *m)
{
	double sum = 0;

	for (int i = 0; i < 6; i++) {
		m->seed = m->seed * 1664525u + 1013904223u;
		sum += (double)(m->seed >> 8) / (1 << 24) - 0.5;
	}
	return m->noise * sum * 1.414;
}

static void make(struct made m)
{
	FILE *f = fopen(m.path, "w");

	assert_non_null(f);
	fprintf(f, "{\"type\":\"run\",\"format\":1,\"id\":\"%s\",\"seed\":42,\"clock\":\"%s\",\"unit\":\"%s\","
		"\"blocks\":%u,\"baseline\":\"late\",\"arms\":[", m.id, m.icount ? "icount" : "monotonic",
		m.icount ? "instructions" : "ns", m.blocks);
	for (int a = 0; a < ARMS; a++)
		fprintf(f, "%s{\"name\":\"%s\"%s,\"set\":{\"k\":\"%d\"}}", a ? "," : "", arm_name[a],
			a == 1 ? ",\"duplicate_of\":\"late\"" : "", a < 2 ? 0 : a);
	fprintf(f, "],\"workloads\":[{\"key\":\"execvpe:hit=7\",\"name\":\"execvpe\",\"params\":{\"hit\":\"7\"},"
		"\"fs\":\"tmpfs\"},{\"key\":\"miss\",\"name\":\"miss\",\"params\":{},\"fs\":\"ext4\"}],"
		"\"command\":[\"exectune\",\"run\",\"-w\",\"execvpe,miss\",\"--vary\",\"k=0,2,3\"],"
		"\"env\":{\"boot_id\":%s%s%s,\"release\":\"6.12.117\",\"cpu_model\":\"QEMU\\u00ae CPU\","
		"\"cpus_online\":\"0-3\",\"nodes\":2,\"governor\":null%s%s}}\n",
		m.boot ? "\"" : "", m.boot ? m.boot : "null", m.boot ? "\"" : "",
		m.env ? "," : "", m.env ? m.env : "");
	for (unsigned b = 0; b < m.blocks; b++)
		for (int w = 0; w < 2; w++)
			for (int a = 0; a < ARMS; a++) {
				double v = base[w] * m.effect[w][a] *
					   exp(noise(&m) + (a > 1 ? m.shift : 0));

				v = m.icount ? base[w] * m.effect[w][a] + b % 4 : v;
				fprintf(f, "{\"type\":\"sample\",\"w\":\"%s\",\"arm\":\"%s\",\"block\":%u,\"slot\":%d,"
					"\"ops\":%d,\"median\":%.12g,\"min\":%.12g,\"p90\":%.12g,\"p99\":%.12g,\"raw\":[],"
					"\"nuisance\":{\"env\":%u},\"counts\":{\"cpu_changes\":%d}}\n",
					w ? "miss" : "execvpe:hit=7", arm_name[a], b, a,
					m.zero_block && b == m.zero_block ? 0 : 500, v, v * 0.9,
					v * 1.2, v * 2, 100 * (b % 4), a == 2 ? 5 : 0);
			}
	if (!m.no_end)
		fprintf(f, "{\"type\":\"end\",\"blocks\":%u,\"status\":\"complete\"}\n", m.blocks);
	assert_int_equal(fclose(f), 0);
}

/* What was said on stderr since hush(). */
static int saved_stderr = -1;

static void hush(void)
{
	int fd = open("stderr", O_RDWR | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	fflush(stderr);
	saved_stderr = dup(2);
	assert_int_equal(dup2(fd, 2), 2);
	close(fd);
}

static const char *said(void)
{
	static char text[4096];
	FILE *f;

	fflush(stderr);
	assert_int_equal(dup2(saved_stderr, 2), 2);
	close(saved_stderr);
	f = fopen("stderr", "r");
	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	return text;
}

/* The output of summary_print; freed by the caller. */
static char *print(const char *const *files, size_t n, enum summary_format fmt, int want)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int status;

	assert_non_null(out);
	hush();
	status = summary_print(files, n, fmt, out);
	said();
	assert_int_equal(status, want);
	fclose(out);
	return text;
}

static char *print_one(enum summary_format fmt, int want)
{
	return print((const char *const[]){ "a.jsonl" }, 1, fmt, want);
}

static void read_one(struct summary *s, int want)
{
	hush();
	assert_int_equal(summary_make((const char *const[]){ "a.jsonl" }, 1, s), want);
	said();
}

static bool flagged(const struct summary *s, const char *text)
{
	for (size_t i = 0; i < s->nflags; i++)
		if (strstr(s->flags[i], text))
			return true;
	return false;
}

static void test_verdicts(void **state)
{
	const struct summary_comparison *c;
	struct summary s;

	(void)state;
	make(plain());
	read_one(&s, XC_OK);
	assert_int_equal(s.narms, ARMS);
	assert_int_equal(s.nworkloads, 2);
	assert_int_equal(s.nboots, 1);
	assert_int_equal(s.comparisons, 4);
	assert_int_equal(s.workloads[0].blocks, 40);
	assert_float_equal(s.workloads[0].cells[0].median, base[0], base[0] * 0.01);
	assert_true(s.workloads[0].cells[0].min < s.workloads[0].cells[0].median * 0.9);
	assert_int_equal(s.workloads[0].cells[2].ops, 20000);
	assert_true(s.workloads[0].cells[2].counts[0] == 200);
	c = &s.workloads[0].cells[2].against;
	assert_float_equal(exp(c->estimate), 0.75, 0.01);
	assert_true(c->low < c->estimate && c->estimate < c->high);
	assert_true(c->low <= c->low90 && c->high90 <= c->high);
	assert_true(c->detected && c->verdict == STATS_BETTER);
	assert_true(c->p_holm >= c->p && c->p_holm < 1e-6);
	assert_float_equal(c->smallest_effect, c->boots[0].sd * sqrt(8.0 / 40), 1e-12);
	c = &s.workloads[0].cells[3].against;
	assert_true(c->detected && c->verdict == STATS_WORSE);
	c = &s.workloads[0].cells[1].against;
	assert_true(c->low <= 0 && c->high >= 0 && isnan(c->p_holm));
	c = &s.workloads[1].cells[2].against;
	assert_int_equal(c->verdict, STATS_EQUIVALENT);
	assert_false(flagged(&s, "A/A alarm"));
	summary_free(&s);
}

static void test_inconclusive(void **state)
{
	struct made m = plain();
	struct summary s;

	(void)state;
	m.noise = 0.2;
	m.effect[0][2] = 0.99;
	make(m);
	read_one(&s, XC_OK);
	assert_int_equal(s.workloads[0].cells[2].against.verdict, STATS_INCONCLUSIVE);
	assert_false(s.workloads[0].cells[2].against.detected);
	summary_free(&s);
}

static void test_aa_alarm(void **state)
{
	struct made m = plain();
	struct summary s;

	(void)state;
	m.effect[0][1] = 1.03;
	make(m);
	read_one(&s, XC_OK);
	assert_true(flagged(&s, "A/A alarm: in execvpe:hit=7 the second copy of late"));
	summary_free(&s);
}

static void test_refused(void **state)
{
	static const struct {
		unsigned blocks;
		const char *why;
	} cases[] = {
		{ 0, "no complete block" },
		{ 1, "one value against one value" },
		{ 5, "5 complete blocks; at least 6 are needed" },
	};
	struct summary s;
	char *text;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct made m = plain();

		m.blocks = cases[i].blocks;
		make(m);
		read_one(&s, XC_INCONCLUSIVE);
		assert_non_null(strstr(s.workloads[0].refused, cases[i].why));
		assert_false(s.workloads[0].cells[2].against.made);
		summary_free(&s);
		for (int fmt = SUMMARY_TABLE; fmt <= SUMMARY_BEFORE_AFTER; fmt++) {
			text = print_one((enum summary_format)fmt, XC_INCONCLUSIVE);
			/* No ratio, no interval, no verdict. */
			assert_null(strstr(text, "better"));
			assert_null(strstr(text, "% ["));
			if (fmt != SUMMARY_CSV || m.blocks)
				assert_non_null(strstr(text, cases[i].why));
			free(text);
		}
	}
	/* Six are enough to say something, though not over four comparisons. */
	struct made m = plain();

	m.blocks = 6;
	make(m);
	read_one(&s, XC_OK);
	assert_true(s.workloads[0].cells[2].against.made);
	assert_true(s.workloads[0].cells[2].against.level > 0.95);
	assert_false(s.workloads[0].cells[2].against.detected);
	assert_true(flagged(&s, "6 blocks cannot show a difference over 4 comparisons, whatever the data; 8 can"));
	summary_free(&s);
}

static void test_zero_work(void **state)
{
	struct made m = plain();
	struct summary s;
	const char *text;

	(void)state;
	m.zero_block = 3;
	make(m);
	hush();
	assert_int_equal(summary_make((const char *const[]){ "a.jsonl" }, 1, &s), XC_ERROR);
	text = said();
	assert_non_null(strstr(text, "no work was done by workload execvpe:hit=7"));
	assert_null(s.files);
	/* A median of 0 is no failure, but no ratio can be made of it. */
	m = plain();
	m.effect[1][2] = 0;
	make(m);
	read_one(&s, XC_INCONCLUSIVE);
	assert_null(s.workloads[0].refused);
	assert_non_null(strstr(s.workloads[1].refused, "too short for the clock"));
	summary_free(&s);
}

static void test_cut(void **state)
{
	struct made m = plain();
	struct summary s;
	FILE *f;

	(void)state;
	m.no_end = true;
	make(m);
	f = fopen("a.jsonl", "a");
	assert_non_null(f);
	fputs("{\"type\":\"discard\",\"block\":4}\n"
	      "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late\",\"block\":40,\"ops\":5,\"median\":9}\n"
	      "{\"type\":\"sample\",\"w\":\"mi", f);
	fclose(f);
	read_one(&s, XC_OK);
	assert_true(flagged(&s, "a.jsonl is cut short: 39 complete blocks of 40 planned used"));
	assert_int_equal(s.workloads[1].blocks, 39);
	assert_int_equal(s.workloads[1].discarded, 1);
	assert_int_equal(s.workloads[1].incomplete, 1);
	summary_free(&s);
}

static void test_outliers(void **state)
{
	struct made m = plain();
	struct summary s;
	FILE *f;

	(void)state;
	make(m);
	f = fopen("a.jsonl", "a");
	assert_non_null(f);
	for (int a = 0; a < ARMS; a++)
		fprintf(f, "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"%s\",\"block\":40,\"ops\":5,\"median\":%d}\n",
			arm_name[a], a == 2 ? 99999 : 850);
	fclose(f);
	read_one(&s, XC_OK);
	assert_true(flagged(&s, "outliers, kept in all figures: samples further than 3.5 MADs from the median of their arm: "));
	assert_int_equal(s.workloads[1].cells[2].outliers, 1);
	assert_int_equal(s.workloads[1].cells[2].against.blocks, 41);
	summary_free(&s);
}

static void test_degenerate(void **state)
{
	struct made m = plain();
	struct summary s;

	(void)state;
	m.noise = 0;
	make(m);
	read_one(&s, XC_OK);
	assert_true(s.workloads[0].cells[2].against.degenerate);
	assert_false(s.workloads[0].cells[2].against.detected);
	assert_int_equal(s.workloads[1].cells[2].against.verdict, STATS_INCONCLUSIVE);
	assert_true(flagged(&s, "all ratios to the baseline are the same"));
	summary_free(&s);
}

/* Boots differ by 1%: a boot is the unit, however many blocks it has. */
static void test_boots(void **state)
{
	static const char *const paths[] = { "b0.jsonl", "b1.jsonl", "b2.jsonl", "b3.jsonl" };
	static const char *const ids[] = { "b0", "b1", "b2", "b3" };
	static const double shift[] = { 0.012, -0.009, 0.004, -0.008 };
	const struct summary_comparison *c;
	struct summary s;
	struct stats_t t;
	double x[4];

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct made m = plain();

		m.path = paths[i];
		m.id = m.boot = ids[i];
		m.shift = shift[i];
		m.noise = 0.004;
		m.seed = 100 + (uint32_t)i;
		make(m);
	}
	assert_int_equal(summary_make(paths, 4, &s), XC_OK);
	assert_int_equal(s.nboots, 4);
	c = &s.workloads[1].cells[2].against;
	assert_int_equal(c->nboots, 4);
	assert_int_equal(c->blocks, 160);
	for (int i = 0; i < 4; i++) {
		x[i] = c->boots[i].hl.estimate;
		assert_float_equal(x[i], shift[i], 0.005);
	}
	assert_int_equal(stats_t_interval(x, 4, 0.95, &t), 0);
	assert_float_equal(c->estimate, t.mean, 1e-12);
	assert_float_equal(c->low, t.low, 1e-12);
	assert_float_equal(c->p, t.p, 1e-12);
	assert_false(c->detected);
	/* Each boot alone would have claimed something. */
	assert_true(c->boots[0].hl.low > 0 && c->boots[1].hl.high < 0);
	summary_free(&s);
	/* Two files of one boot are one boot with more blocks. */
	struct made m = plain();

	m.path = "b1.jsonl";
	m.id = "again";
	m.boot = "b0";
	m.seed = 9;
	make(m);
	assert_int_equal(summary_make(paths, 2, &s), XC_OK);
	assert_int_equal(s.nboots, 1);
	assert_int_equal(s.workloads[0].cells[2].against.blocks, 80);
	assert_false(s.workloads[0].cells[2].against.boots[0].hl.exact);
	summary_free(&s);
}

static void test_mixed(void **state)
{
	static const char *const files[] = { "a.jsonl", "b.jsonl" };
	static const struct {
		const char *id, *boot, *env, *says;
		bool icount;
	} cases[] = {
		{ "a", "b", NULL, "are one run (id a): give it once", false },
		{ "b", "b", "\"release\":\"6.13\"", "release is \"6.12.117\" in one and \"6.13\" in the other", false },
		{ "b", "b", "\"hostname\":\"other\"", "hostname is not given in one and \"other\"", false },
		{ "b", "b", "\"machine_id_sha256\":\"xx\"", "machine_id_sha256", false },
		{ "b", "b", "\"cmdline\":\"mitigations=off\"", "cmdline", false },
		{ "b", NULL, NULL, "does not say which boot", false },
		{ "b", "b", NULL, "clock is \"monotonic\" in one and \"icount\"", true },
	};
	struct summary s;

	(void)state;
	make(plain());
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct made m = plain();
		const char *text;

		m.path = "b.jsonl";
		m.id = cases[i].id;
		m.boot = cases[i].boot;
		m.env = cases[i].env;
		m.icount = cases[i].icount;
		make(m);
		hush();
		assert_int_equal(summary_make(files, 2, &s), XC_ERROR);
		text = said();
		if (!strstr(text, cases[i].says))
			fail_msg("case %zu: %s", i, text);
		assert_int_equal(strlen(text), strcspn(text, "\n") + 1);
	}
	/* The words of the kernel's command line that are ours may number the boot. */
	struct made m = plain();

	m.path = "b.jsonl";
	m.id = m.boot = "b";
	m.env = "\"cmdline\":\"exectune.boot=2\"";
	make(m);
	assert_int_equal(summary_make(files, 2, &s), XC_OK);
	summary_free(&s);
}

static void test_icount(void **state)
{
	const struct summary_cell *cell;
	struct made m = plain();
	struct summary s;
	char *text;

	(void)state;
	m.icount = true;
	make(m);
	read_one(&s, XC_OK);
	cell = &s.workloads[0].cells[2];
	assert_false(cell->against.made);
	assert_true(cell->exact.made);
	assert_int_equal(cell->layouts, 4);
	/* Layouts add 0, 1, 2, 3 instructions: their medians' median is 1.5 more. */
	assert_float_equal(cell->layout_median, 211000 * 0.75 + 1.5, 1e-9);
	assert_float_equal(cell->exact.difference, -211000 * 0.25, 1e-9);
	assert_float_equal(cell->exact.ratio, (211000 * 0.75 + 1.5) / 211001.5, 1e-12);
	assert_float_equal(cell->exact.block_low, 0.75, 1e-12);
	assert_float_equal(s.workloads[0].cells[1].exact.difference, 0, 0);
	assert_int_equal(s.comparisons, 0);
	assert_true(flagged(&s, "4 environment sizes; one layout differs"));
	summary_free(&s);
	for (int fmt = SUMMARY_TABLE; fmt <= SUMMARY_BEFORE_AFTER; fmt++) {
		text = print_one((enum summary_format)fmt, XC_OK);
		assert_null(strstr(text, "interval"));
		assert_null(strstr(text, "better"));
		assert_non_null(strstr(text, fmt == SUMMARY_BEFORE_AFTER ? "(-25.00%)" : "0.75"));
		free(text);
	}
	/* Twice the same. */
	text = print_one(SUMMARY_TABLE, XC_OK);
	make(m);
	char *again = print_one(SUMMARY_TABLE, XC_OK);

	assert_string_equal(text, again);
	free(text);
	free(again);
}

static void each_line(const char *text, size_t width, bool indented)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		if (n > width)
			fail_msg("%zu columns: %.*s", n, (int)n, text);
		if (indented && n)
			assert_int_equal(text[0], ' ');
		if (n)
			assert_int_not_equal(text[n - 1], ' ');
		for (size_t i = 0; i < n; i++)
			assert_in_range((unsigned char)text[i], 0x20, 0x7e);
		text += n + (text[n] == '\n');
	}
}

static void test_texts(void **state)
{
	char *text;

	(void)state;
	make(plain());
	text = print_one(SUMMARY_TABLE, XC_OK);
	each_line(text, 80, false);
	assert_non_null(strstr(text, "this boot only"));
	assert_non_null(strstr(text, "execvpe:hit=7 on tmpfs, us per operation"));
	assert_non_null(strstr(text, "miss on ext4, ns per operation"));
	assert_non_null(strstr(text, " yes better"));
	assert_non_null(strstr(text, "equivalent"));
	assert_non_null(strstr(text, "smallest detectable effect"));
	assert_non_null(strstr(text, "cpu_changes"));
	free(text);
	text = print_one(SUMMARY_CHANGELOG, XC_OK);
	each_line(text, 72, true);
	assert_non_null(strstr(text, "path/late [95%]"));
	assert_non_null(strstr(text, "A/A (miss)"));
	assert_non_null(strstr(text, "\n  exectune run -w execvpe -w miss --vary k=0,2,3\n"));
	free(text);
	text = print_one(SUMMARY_MARKDOWN, XC_OK);
	assert_non_null(strstr(text, "| execvpe:hit=7 on tmpfs | early | "));
	assert_non_null(strstr(text, " | yes | better |\n"));
	free(text);
}

/* Long names, many arms, odd letters: the columns hold. */
static void test_wide(void **state)
{
	FILE *f = fopen("a.jsonl", "w");
	char *text;

	(void)state;
	assert_non_null(f);
	fputs("{\"type\":\"run\",\"format\":1,\"id\":\"w\",\"seed\":1,\"clock\":\"monotonic\",\"unit\":\"ns\","
	      "\"blocks\":8,\"baseline\":\"kernel.exec_lookup_mode=0,kernel.sched_exec_policy=0\",\"arms\":[", f);
	for (int a = 0; a < 8; a++)
		fprintf(f, "%s{\"name\":\"kernel.exec_lookup_mode=%d,kernel.sched_exec_policy=%d\"}", a ? "," : "",
			a / 2, a % 2);
	fputs("],\"workloads\":[{\"key\":\"command:argv=\\u00e9\\n|\",\"fs\":\"overlay\"}],"
	      "\"command\":[\"exectune\",\"run\",\"it's\",\"$x\\u00e9\"],\"env\":{\"cpus_online\":\"0,2-3\"}}\n", f);
	for (int b = 0; b < 8; b++)
		for (int a = 0; a < 8; a++)
			fprintf(f, "{\"type\":\"sample\",\"w\":\"command:argv=\\u00e9\\n|\","
				"\"arm\":\"kernel.exec_lookup_mode=%d,kernel.sched_exec_policy=%d\",\"block\":%d,"
				"\"ops\":1,\"median\":%d}\n", a / 2, a % 2, b,
				(1000 + a * 7919 * (b + 3) % 1009) * (a == 7 ? 9000 : 1000));
	fclose(f);
	text = print_one(SUMMARY_TABLE, XC_OK);
	each_line(text, 80, false);
	assert_non_null(strstr(text, "3 CPUs"));
	assert_non_null(strstr(text, "no arm is a second copy"));
	free(text);
	text = print_one(SUMMARY_CHANGELOG, XC_OK);
	each_line(text, 72, true);
	assert_non_null(strstr(text, "exectune run 'it'\\''s' '$x?" "?'"));
	free(text);
}

static void test_csv(void **state)
{
	char *text, *rest, *line;
	size_t lines = 0;

	(void)state;
	make(plain());
	rest = text = print_one(SUMMARY_CSV, XC_OK);
	while ((line = strsep(&rest, "\n"))) {
		size_t commas = 0;

		if (!*line)
			continue;
		for (const char *p = line; *p; p++)
			commas += *p == ',';
		assert_int_equal(commas, 26);
		lines++;
	}
	assert_int_equal(lines, 1 + 2 * ARMS);
	free(text);
}

static json_t *whole_schema;

/* As much of JSON schema as ours uses. */
static void validate(const json_t *value, const json_t *schema, const char *where)
{
	static const char *const names[] = { "object", "array", "string", "integer", "number", "boolean",
					     "boolean", "null" };
	json_t *type = json_object_get(schema, "type"), *properties, *other, *one;
	bool fits = !type;
	const char *key;
	size_t i;

	if (json_is_string(json_object_get(schema, "$ref"))) {
		/* Only "#/$defs/NAME" is in use. */
		const char *ref = strrchr(json_string_value(json_object_get(schema, "$ref")), '/');

		validate(value, json_object_get(json_object_get(whole_schema, "$defs"), ref + 1), where);
		return;
	}
	if (json_is_string(type))
		fits = !strcmp(json_string_value(type), names[json_typeof(value)]);
	json_array_foreach(type, i, one)
		fits |= !strcmp(json_string_value(one), names[json_typeof(value)]);
	if (!fits && json_is_integer(value) && type)
		fits = json_is_string(type) && !strcmp(json_string_value(type), "number");
	if (!fits)
		fail_msg("%s is %s", where, names[json_typeof(value)]);
	if ((one = json_object_get(schema, "enum"))) {
		fits = false;
		json_array_foreach(one, i, other)
			fits |= json_equal(other, value);
		if (!fits)
			fail_msg("%s is none of the values allowed", where);
	}
	json_array_foreach(json_object_get(schema, "required"), i, one)
		if (json_is_object(value) && !json_object_get(value, json_string_value(one)))
			fail_msg("%s lacks %s", where, json_string_value(one));
	properties = json_object_get(schema, "properties");
	other = json_object_get(schema, "additionalProperties");
	if (json_is_object(value) && (properties || other)) {
		json_object_foreach((json_t *)value, key, one) {
			json_t *known = json_object_get(properties, key);

			if (!known && json_is_false(other))
				fail_msg("%s has %s", where, key);
			if (known || json_is_object(other))
				validate(one, known ? known : other, key);
		}
	}
	if ((other = json_object_get(schema, "items")))
		json_array_foreach(value, i, one)
			validate(one, other, where);
}

static json_t *valid_json(const char *text)
{
	json_t *schema = json_load_file(TEST_DATA "/../../userspace/summary.schema.json", 0, NULL);
	json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	assert_non_null(schema);
	assert_non_null(o);
	whole_schema = schema;
	validate(o, schema, "the summary");
	json_decref(schema);
	return o;
}

static void test_json(void **state)
{
	struct made m = plain();
	json_t *o, *cells;
	char *text;

	(void)state;
	make(m);
	text = print_one(SUMMARY_JSON, XC_OK);
	o = valid_json(text);
	cells = json_object_get(json_array_get(json_object_get(o, "workloads"), 0), "cells");
	assert_int_equal(json_array_size(cells), ARMS);
	assert_float_equal(json_number_value(json_object_get(json_object_get(json_array_get(cells, 2),
							     "comparison"), "ratio")), 0.75, 0.01);
	assert_null(json_object_get(json_array_get(cells, 0), "comparison"));
	json_decref(o);
	free(text);
	m.blocks = 3;
	make(m);
	text = print_one(SUMMARY_JSON, XC_INCONCLUSIVE);
	json_decref(valid_json(text));
	free(text);
	m.blocks = 12;
	m.noise = 0;
	make(m);
	text = print_one(SUMMARY_JSON, XC_OK);
	json_decref(valid_json(text));
	free(text);
	m.icount = true;
	make(m);
	text = print_one(SUMMARY_JSON, XC_OK);
	json_decref(valid_json(text));
	free(text);
}

/* Two groups of boots are written by the same schema, in every format. */
static void test_pair_json(void **state)
{
	static const char *const paths[] = { "p0.jsonl", "p1.jsonl", "p2.jsonl", "p3.jsonl" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct made m = plain();

		m.path = m.id = m.boot = paths[i];
		m.seed = 30 + (uint32_t)i;
		make(m);
	}
	/* Two boots against two, and one against one. */
	for (size_t n = 2; n; n--) {
		struct summary sides[2], s;

		assert_int_equal(summary_read(paths, n, &sides[0]), XC_OK);
		assert_int_equal(summary_read(paths + 2, n, &sides[1]), XC_OK);
		assert_int_equal(summary_pair(sides, NULL, 0, &s), n == 2 ? XC_OK : XC_INCONCLUSIVE);
		s.max_regression = 0.02;
		for (int fmt = SUMMARY_TABLE; fmt <= SUMMARY_BEFORE_AFTER; fmt++) {
			char *text = NULL;
			size_t size;
			FILE *out = open_memstream(&text, &size);

			assert_non_null(out);
			assert_int_equal(summary_write(&s, (enum summary_format)fmt, out), XC_OK);
			fclose(out);
			if (fmt == SUMMARY_JSON)
				json_decref(valid_json(text));
			else if (fmt >= SUMMARY_CHANGELOG)
				each_line(text, 72, true);
			else if (fmt == SUMMARY_TABLE)
				each_line(text, 80, false);
			free(text);
		}
		summary_free(&s);
	}
}

static void test_write_json(void **state)
{
	static const char *const files[] = { "a.jsonl" }, *const missing[] = { "none.jsonl" };
	json_t *o;

	(void)state;
	make(plain());
	write_file("s.json", "old");
	assert_int_equal(summary_write_json(files, 1, "s.json"), XC_OK);
	o = json_load_file("s.json", 0, NULL);
	assert_non_null(o);
	json_decref(o);
	write_file("s.json", "old");
	hush();
	assert_int_equal(summary_write_json(missing, 1, "s.json"), XC_ERROR);
	assert_non_null(strstr(said(), "none.jsonl: No such file"));
	assert_file("s.json", "old");
	hush();
	assert_int_equal(summary_write_json(files, 1, "no/such/s.json"), XC_ERROR);
	assert_non_null(strstr(said(), "cannot make no/such/s.json"));
}

static void test_full_disk(void **state)
{
	static const char *const files[] = { "a.jsonl" };
	FILE *out = fopen("/dev/full", "w");

	(void)state;
	if (!out) {
		print_message("SKIP: no /dev/full\n");
		skip();
	}
	make(plain());
	hush();
	assert_int_equal(summary_print(files, 1, SUMMARY_JSON, out), XC_ERROR);
	assert_non_null(strstr(said(), "cannot write the summary: No space left"));
	fclose(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_inconclusive),
		cmocka_unit_test(test_aa_alarm),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_zero_work),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_outliers),
		cmocka_unit_test(test_degenerate),
		cmocka_unit_test(test_boots),
		cmocka_unit_test(test_mixed),
		cmocka_unit_test(test_icount),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_pair_json),
		cmocka_unit_test(test_write_json),
		cmocka_unit_test(test_full_disk),
	};

	return cmocka_run_group_tests_name("summary", tests, scratch_begin, scratch_end);
}
