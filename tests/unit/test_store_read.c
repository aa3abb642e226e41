// SPDX-License-Identifier: GPL-2.0-only
/* Reading samples files: whole, cut, damaged, and mutated at random. */
#include "unit.h"

#include <math.h>

#include "store_parse.h"

#define RUN_HEAD "{\"type\":\"run\",\"format\":1,\"id\":\"0011223344556677\",\"seed\":42,"
#define RUN_CLOCK "\"clock\":\"monotonic\",\"unit\":\"ns\",\"blocks\":2,\"baseline\":\"late\","
#define RUN_ARMS "\"arms\":[{\"name\":\"late\",\"set\":{\"k\":\"0\"}},{\"name\":\"late'\",\"duplicate_of\":\"late\"}],"
#define RUN_WORK "\"workloads\":[{\"key\":\"miss\",\"name\":\"miss\",\"fs\":\"ext4\"},{\"key\":\"null\",\"name\":\"null\"}],"
#define RUN_ENV "\"env\":{\"boot_id\":\"b1\",\"release\":\"6.12\"}}\n"
#define RUN RUN_HEAD RUN_CLOCK RUN_ARMS RUN_WORK RUN_ENV
#define SAMPLE(w, arm, block, median) \
	"{\"type\":\"sample\",\"w\":\"" w "\",\"arm\":\"" arm "\",\"block\":" #block ",\"slot\":1,\"ops\":812," \
	"\"median\":" #median ",\"min\":99.5,\"p90\":150,\"p99\":2.5e2,\"raw\":[1,2.5,-3e1],\"batch\":1," \
	"\"start_ns\":123456789012,\"nuisance\":{\"env\":1234,\"depth\":3,\"stack\":512}," \
	"\"counts\":{\"cpu_changes\":3,\"node_changes\":1}}\n"
#define BLOCK(block) \
	SAMPLE("miss", "late", block, 120.25) SAMPLE("miss", "late'", block, 121) \
	SAMPLE("null", "late'", block, 7) SAMPLE("null", "late", block, 8)
#define DISCARD(block) "{\"type\":\"discard\",\"block\":" #block ",\"why\":\"a disturbance\"}\n"
#define END "{\"type\":\"end\",\"blocks\":2,\"status\":\"complete\"}\n"

static struct store_error error;

static void write_bytes(const char *text, size_t n)
{
	FILE *f = fopen("f.jsonl", "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static int read_text(const char *text, struct store_file *f)
{
	write_bytes(text, strlen(text));
	return store_read("f.jsonl", f, &error);
}

static void read_good(const char *text, struct store_file *f)
{
	if (read_text(text, f))
		fail_msg("refused: %s", error.text);
}

static double count_of(const struct store_file *f, const struct store_sample *s, const char *name)
{
	for (uint32_t i = 0; i < s->ncounts; i++)
		if (!strcmp(f->count_names[f->counts[s->counts + i].name], name))
			return f->counts[s->counts + i].value;
	return NAN;
}

static void test_whole(void **state)
{
	static const char text[] = RUN BLOCK(0) "{\"type\":\"note\",\"text\":\"resumed\"}\n\n" BLOCK(1) END;
	struct store_file f;
	struct store_blocks b;

	(void)state;
	read_good(text, &f);
	assert_string_equal(f.id, "0011223344556677");
	assert_string_equal(f.boot_id, "b1");
	assert_int_equal(f.seed, 42);
	assert_int_equal(f.clock, STORE_CLOCK_MONOTONIC);
	assert_int_equal(f.blocks, 2);
	assert_int_equal(f.narms, 2);
	assert_int_equal(f.baseline, 0);
	assert_string_equal(f.arms[1].duplicate_of, "late");
	assert_null(f.arms[0].duplicate_of);
	assert_int_equal(f.nworkloads, 2);
	assert_string_equal(f.workloads[0].fs, "ext4");
	assert_null(f.workloads[1].fs);
	assert_int_equal(f.end, STORE_END_COMPLETE);
	assert_false(f.half_line);
	assert_int_equal(f.whole_bytes, sizeof(text) - 1);
	assert_int_equal(f.nsamples, 8);
	assert_int_equal(f.samples[1].arm, 1);
	assert_int_equal(f.samples[2].workload, 1);
	assert_int_equal(f.samples[0].ops, 812);
	assert_int_equal(f.samples[0].slot, 1);
	assert_int_equal(f.samples[0].env, 1234);
	assert_true(f.samples[0].median == 120.25 && f.samples[0].min == 99.5);
	assert_true(f.samples[0].p90 == 150 && f.samples[0].p99 == 250);
	assert_true(count_of(&f, &f.samples[7], "cpu_changes") == 3);
	assert_true(count_of(&f, &f.samples[7], "node_changes") == 1);
	assert_int_equal(store_blocks(&f, 1, &b), 0);
	assert_int_equal(b.n, 2);
	assert_int_equal(b.numbers[1], 1);
	assert_true(b.cell[0]->median == 8 && b.cell[1]->median == 7);
	store_blocks_free(&b);
	store_file_free(&f);
}

/* What the scanner takes, jansson takes to mean the same. */
static void test_two_readers(void **state)
{
	static const char *const lines[] = {
		SAMPLE("miss", "late", 3, 120.25), SAMPLE("miss", "late", 0, 0.1),
		SAMPLE("miss", "late", 3, 123456789.123456789), SAMPLE("null", "late'", 9999999, 1e-3),
		SAMPLE("null", "late", 3, 179769313486231570000), SAMPLE("null", "late", 3, 0.000012345),
		SAMPLE("null", "late", 3, 9007199254740993), SAMPLE("null", "late", 3, 5E+2),
		" { \"type\" : \"sample\" , \"w\":\"miss\",\"arm\":\"late\",\"block\":1,\"ops\":2,\"median\":3 } \r\n",
		"{\"x\":[[],{},{\"a\":[true,false,null]}],\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late\",\"block\":1,\"ops\":2,\"median\":3}\n",
	};
	struct store_place at = { .path = "f", .line = 2, .err = &error };
	size_t taken = 0;
	struct store_file f;

	(void)state;
	read_good(RUN, &f);
	for (size_t i = 0; i < COUNT(lines); i++) {
		struct store_sample a = { 0 }, b = { 0 };
		size_t n = strlen(lines[i]) - 1;
		char *text = strndup(lines[i], n);
		json_t *line = json_loads(text, 0, NULL);
		enum store_kind kind = store_sample_scan(&f, text, n, &a, &at);

		if (kind == STORE_KIND_SAMPLE) {
			assert_non_null(line);
			assert_int_equal(store_sample_json(&f, line, &b, &at), STORE_KIND_SAMPLE);
			assert_int_equal(a.ncounts, b.ncounts);
			a.counts = b.counts = 0;
			assert_true(a.median == b.median);
			assert_int_equal(a.workload, b.workload);
			assert_int_equal(a.arm, b.arm);
			assert_int_equal(a.block, b.block);
			assert_int_equal(a.env, b.env);
			assert_true(a.p99 == b.p99 || (isnan(a.p99) && isnan(b.p99)));
			taken++;
		} else {
			assert_int_equal(kind, STORE_KIND_UNSURE);
		}
		json_decref(line);
		free(text);
	}
	assert_true(taken >= 8);
	store_file_free(&f);
}

/* Lines that are no JSON must not pass the scanner. */
static void test_not_json(void **state)
{
	static const char *const values[] = {
		"01", "1.", ".5", "+1", "1e", "1e+", "-", "--1", "0x10", "NaN", "Infinity", "1e999",
		"1 2", "[1,]", "[1", "{\"a\"}", "{\"a\":1,}", "\"a", "\"\t\"", "tru", "nul", "", "1,,",
	};
	struct store_place at = { .path = "f", .line = 2, .err = &error };
	struct store_file f;

	(void)state;
	read_good(RUN, &f);
	for (size_t i = 0; i < COUNT(values); i++) {
		struct store_sample s;
		char text[256];
		int n = snprintf(text, sizeof(text),
				 "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late\",\"block\":1,\"ops\":2,\"median\":3,\"x\":%s}",
				 values[i]);

		assert_null(json_loads(text, 0, NULL));
		if (store_sample_scan(&f, text, (size_t)n, &s, &at) != STORE_KIND_UNSURE)
			fail_msg("the scanner took %s", values[i]);
		/* A NUL hides the rest from a string, not from a file. */
		text[n] = '\0';
		assert_int_equal(store_sample_scan(&f, text, (size_t)n + 1, &s, &at), STORE_KIND_UNSURE);
	}
	store_file_free(&f);
}

static void test_escapes(void **state)
{
	struct store_file f;

	(void)state;
	read_good(RUN_HEAD RUN_CLOCK RUN_ARMS
		  "\"workloads\":[{\"key\":\"w:a=\\\"b\\\"\",\"name\":\"w\"},{\"key\":\"\\u00e9\"}]," RUN_ENV
		  SAMPLE("w:a=\\\"b\\\"", "late", 0, 5) SAMPLE("\xc3\xa9", "\\u006cate", 0, 6), &f);
	assert_int_equal(f.nsamples, 2);
	assert_int_equal(f.samples[1].workload, 1);
	assert_int_equal(f.samples[1].arm, 0);
	assert_int_equal(f.end, STORE_END_CUT);
	store_file_free(&f);
}

/* Cut at every byte: never an error behind the first line, and never half a sample. */
static void test_cut(void **state)
{
	static const char text[] = RUN BLOCK(0) DISCARD(0) BLOCK(0) BLOCK(1) END;
	size_t first = strlen(RUN);
	struct store_file f;

	(void)state;
	for (size_t n = 0; n < sizeof(text) - 1; n++) {
		bool boundary = n && text[n - 1] == '\n';

		write_bytes(text, n);
		if (store_read("f.jsonl", &f, &error)) {
			assert_true(n < first);
			assert_non_null(strstr(error.text, n ? "first line" : "is empty"));
			continue;
		}
		assert_true(n >= first);
		assert_int_equal(f.end, STORE_END_CUT);
		assert_int_equal(f.half_line, !boundary);
		assert_true(f.whole_bytes <= (int64_t)n);
		assert_true(text[f.whole_bytes - 1] == '\n');
		if (boundary)
			assert_int_equal(f.whole_bytes, n);
		store_file_free(&f);
	}
}

/* After a power cut a file may end in zeros or in rubbish. */
static void test_bad_tail(void **state)
{
	char text[sizeof(RUN BLOCK(0)) + 64] = RUN BLOCK(0);
	size_t n = strlen(text);
	struct store_file f;

	(void)state;
	memcpy(text + n, "\0\0\0\0\0\0\n", 7);
	write_bytes(text, n + 7);
	assert_int_equal(store_read("f.jsonl", &f, &error), 0);
	assert_int_equal(f.whole_bytes, n);
	assert_true(f.half_line);
	assert_int_equal(f.end, STORE_END_CUT);
	assert_int_equal(f.nsamples, 4);
	store_file_free(&f);
	/* With good lines behind it, it is no tail. */
	assert_int_equal(read_text(RUN SAMPLE("miss", "late", 0, 5) "rubbish\n" END, &f), -1);
	assert_non_null(strstr(error.text, "f.jsonl:3: damaged line"));
	assert_int_equal(read_text(RUN "rubbish\n" SAMPLE("miss", "late", 0, 5), &f), -1);
	assert_non_null(strstr(error.text, "f.jsonl:2: damaged line"));
	assert_int_equal(read_text(RUN "[1]\n" END, &f), -1);
	assert_non_null(strstr(error.text, "f.jsonl:2: not a JSON object"));
}

static void test_blocks(void **state)
{
	struct store_file f;
	struct store_blocks b;

	(void)state;
	/* Block 0 done again, 1 discarded for good, 2 lacks an arm, 7 only in one workload; out of order. */
	read_good(RUN SAMPLE("miss", "late", 7, 1) SAMPLE("miss", "late'", 7, 1) BLOCK(1) DISCARD(1)
		  BLOCK(0) DISCARD(0) BLOCK(0) SAMPLE("miss", "late", 2, 1) DISCARD(99)
		  "{\"type\":\"end\",\"blocks\":2,\"status\":\"interrupted\"}\n", &f);
	assert_int_equal(f.end, STORE_END_INTERRUPTED);
	assert_int_equal(f.ndiscards, 3);
	assert_int_equal(store_blocks(&f, 0, &b), 0);
	assert_int_equal(b.n, 2);
	assert_int_equal(b.numbers[0], 0);
	assert_int_equal(b.numbers[1], 7);
	assert_int_equal(b.incomplete, 1);
	assert_int_equal(b.discarded, 1);
	assert_false(b.cell[0]->discarded);
	store_blocks_free(&b);
	assert_int_equal(store_blocks(&f, 1, &b), 0);
	assert_int_equal(b.n, 1);
	assert_int_equal(b.incomplete, 0);
	store_blocks_free(&b);
	store_file_free(&f);
	/* Samples after the end line: gone on with, and cut again. */
	read_good(RUN BLOCK(0) END BLOCK(1), &f);
	assert_int_equal(f.end, STORE_END_CUT);
	store_file_free(&f);
}

static void test_bad_files(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "", "is empty" },
		{ "hello\n", "not a samples file" },
		{ "\n\n", "not a samples file" },
		{ "{}\n", "not a samples file" },
		{ "[]\n", "not a samples file" },
		{ "{\"type\":\"sample\"}\n", "not a samples file" },
		{ "{\"type\":\"run\"}\n", "not a samples file" },
		{ "{\"type\":\"run\",\"format\":2}\n", "format 2; this exectune reads format 1" },
		{ RUN_HEAD RUN_CLOCK RUN_ARMS RUN_WORK "\"x\":1}\n", "no \"env\"" },
		{ "{\"type\":\"run\",\"format\":1," RUN_CLOCK RUN_ARMS RUN_WORK RUN_ENV, "no run \"id\"" },
		{ RUN_HEAD RUN_ARMS RUN_WORK RUN_ENV, "\"clock\" or \"unit\"" },
		{ RUN_HEAD "\"clock\":\"monotonic\",\"unit\":\"instructions\"," RUN_ARMS RUN_WORK RUN_ENV,
		  "unit mismatch: clock monotonic counts ns" },
		{ RUN_HEAD "\"clock\":\"icount\",\"unit\":\"ns\"," RUN_ARMS RUN_WORK RUN_ENV,
		  "unit mismatch: clock icount counts instructions" },
		{ RUN_HEAD "\"clock\":\"sundial\",\"unit\":\"ns\"," RUN_ARMS RUN_WORK RUN_ENV, "unknown clock" },
		{ RUN_HEAD RUN_CLOCK RUN_WORK RUN_ENV, "0 arms" },
		{ RUN_HEAD RUN_CLOCK "\"arms\":[{}]," RUN_WORK RUN_ENV, "arm 1 of the first line has no name" },
		{ RUN_HEAD RUN_CLOCK "\"arms\":[{\"name\":\"a\"},{\"name\":\"a\"}]," RUN_WORK RUN_ENV, "two arms" },
		{ RUN_HEAD RUN_CLOCK "\"arms\":[{\"name\":\"a\"}]," RUN_WORK RUN_ENV, "is none of the arms" },
		{ RUN_HEAD RUN_CLOCK "\"arms\":[{\"name\":\"late\",\"duplicate_of\":\"x\"}]," RUN_WORK RUN_ENV,
		  "which is not there" },
		{ RUN_HEAD RUN_CLOCK RUN_ARMS RUN_ENV, "0 workloads" },
		{ RUN_HEAD RUN_CLOCK RUN_ARMS "\"workloads\":[{\"key\":\"\"}]," RUN_ENV, "has no key" },
		{ RUN_HEAD RUN_CLOCK RUN_ARMS "\"workloads\":[{\"key\":\"a\"},{\"key\":\"a\"}]," RUN_ENV,
		  "two workloads" },
		{ RUN SAMPLE("other", "late", 0, 1), "workload \"other\" is not in the first line" },
		{ RUN SAMPLE("miss", "other", 0, 1), "arm \"other\" is not in the first line" },
		{ RUN SAMPLE("miss", "late", -1, 1), "needs a \"block\"" },
		{ RUN SAMPLE("miss", "late", 1.5, 1), "needs a \"block\"" },
		{ RUN SAMPLE("miss", "late", 10000000, 1), "needs a \"block\"" },
		{ RUN SAMPLE("miss", "late", 0, null), "needs a \"median\"" },
		{ RUN SAMPLE("miss", "late", 0, -1), "needs a \"median\"" },
		{ RUN "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late\",\"block\":0}\n", "needs \"ops\"" },
		{ RUN "{\"type\":\"sample\",\"w\":1,\"arm\":\"late\",\"block\":0}\n", "without \"w\" or \"arm\"" },
		{ RUN "{\"type\":\"sample\"}\n", "without \"w\" or \"arm\"" },
		{ RUN BLOCK(0) SAMPLE("miss", "late'", 0, 1), "twice" },
		{ RUN RUN, "a second run begins here" },
		{ RUN "{\"a\":1}\n", "without a \"type\"" },
		{ RUN "{\"type\":\"discard\"}\n", "discard line needs" },
	};
	struct store_file f;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		if (!read_text(cases[i].text, &f))
			fail_msg("case %zu was taken: %s", i, cases[i].says);
		if (!strstr(error.text, cases[i].says) || strncmp(error.text, "f.jsonl:", 8))
			fail_msg("case %zu: \"%s\", wanted %s", i, error.text, cases[i].says);
		assert_null(f.samples);
		assert_null(f.run);
	}
	assert_int_equal(store_read("missing.jsonl", &f, &error), -1);
	assert_non_null(strstr(error.text, "missing.jsonl: No such file"));
	assert_int_equal(store_read(".", &f, &error), -1);
	assert_non_null(strstr(error.text, "directory"));
	assert_int_equal(store_read("/dev/zero", &f, &error), -1);
	assert_non_null(strstr(error.text, "has no end"));
}

/* A message stays one line of text whatever the file says. */
static void test_message(void **state)
{
	struct store_file f;

	(void)state;
	assert_int_equal(read_text(RUN SAMPLE("a\\nb\\u001b[31m", "late", 0, 1), &f), -1);
	assert_null(strchr(error.text, '\n'));
	assert_null(strchr(error.text, 27));
}

static uint32_t next_random(uint32_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 17;
	*x ^= *x << 5;
	return *x;
}

/* Bytes changed, lost, and doubled: whatever comes out is an error or makes sense. */
static void test_mutated(void **state)
{
	static const char good[] = RUN BLOCK(0) DISCARD(0) BLOCK(0) BLOCK(1) END;
	static const char spice[] = "\"{}[],:\\\n0-.eE\x80\xff";
	uint32_t seed = 12345;
	size_t taken = 0, refused = 0;
	char text[2 * sizeof(good)];

	(void)state;
	for (int round = 0; round < 4000; round++) {
		size_t n = sizeof(good) - 1;
		struct store_file f;

		memcpy(text, good, n);
		for (uint32_t k = next_random(&seed) % 4 + 1; k; k--) {
			size_t at = next_random(&seed) % n, len = next_random(&seed) % 40;

			len = len < n - at ? len : n - at - 1;
			switch (next_random(&seed) % 4) {
			case 0:
				text[at] = (char)next_random(&seed);
				break;
			case 1:
				text[at] = spice[next_random(&seed) % (sizeof(spice))];
				break;
			case 2:
				memmove(text + at, text + at + len, n - at - len);
				n -= len;
				break;
			default:
				if (n + len > sizeof(text))
					break;
				memmove(text + at + len, text + at, n - at);
				n += len;
			}
		}
		write_bytes(text, n);
		if (store_read("f.jsonl", &f, &error)) {
			assert_true(*error.text);
			refused++;
			continue;
		}
		taken++;
		assert_true(f.whole_bytes <= (int64_t)n && f.baseline < f.narms);
		for (size_t i = 0; i < f.nsamples; i++) {
			assert_true(f.samples[i].arm < f.narms);
			assert_true(f.samples[i].workload < f.nworkloads);
			assert_true(f.samples[i].counts + f.samples[i].ncounts <= f.ncounts);
		}
		for (size_t w = 0; w < f.nworkloads; w++) {
			struct store_blocks b;

			assert_int_equal(store_blocks(&f, w, &b), 0);
			for (size_t i = 0; i < b.n * f.narms; i++)
				assert_non_null(b.cell[i]);
			store_blocks_free(&b);
		}
		store_file_free(&f);
	}
	assert_true(taken > 100 && refused > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_two_readers),
		cmocka_unit_test(test_not_json),
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_bad_tail),
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_bad_files),
		cmocka_unit_test(test_message),
		cmocka_unit_test(test_mutated),
	};

	return cmocka_run_group_tests_name("store_read", tests, scratch_begin, scratch_end);
}
