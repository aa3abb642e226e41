// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stream on the results port: a tar archive of the guest's /results, then
 * one line, the trailer.  Guest (init/) and host (verdict.c) share its form.
 */
#ifndef TRAILER_H
#define TRAILER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Name of the virtio-serial port, as its "name" file in sysfs has it. */
#define RESULTS_PORT "exectune.results"

/*
 * One of the WHY_ values, the job's exit status (0-255; 128 + N if signal N
 * ended it), the archive's length in bytes; then the checksum of the archive and
 * of the trailer up to here.
 */
#define TRAILER_START "exectune-verdict "
#define TRAILER_HEAD TRAILER_START "why=%s status=%d bytes=%llu"
#define TRAILER_TAIL " crc32=%08x\n"
#define TRAILER_MAX 128

/* The values of why. */
#define WHY_JOB "job"		/* the job ended by itself */
#define WHY_TIMEOUT "timeout"	/* the job was ended at its time limit */
#define WHY_TOPOLOGY "topology"	/* the guest is not what was promised */

/* How init begins the console line that says in what the guest is different. */
#define TOPOLOGY_START "init: not as promised: "

/*
 * The checksum that zlib and gzip use: CRC-32, polynomial
 * 0xedb88320.  Start with crc 0, feed the pieces in order; no errors.
 */
static inline uint32_t trailer_crc32(uint32_t crc, const void *data, size_t len)
{
	static uint32_t table[256];
	const unsigned char *p = data;

	if (!table[1])
		for (uint32_t i = 0; i < 256; i++) {
			uint32_t c = i;

			for (int bit = 0; bit < 8; bit++)
				c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
			table[i] = c;
		}
	crc = ~crc;
	while (len--)
		crc = table[(crc ^ *p++) & 0xff] ^ crc >> 8;
	return ~crc;
}

/*
 * Writes the trailer to text[TRAILER_MAX], terminated.  crc is the archive's,
 * bytes its length.  Returns the trailer's length without the terminator.
 */
static inline size_t trailer_write(char *text, const char *why, int status,
				   unsigned long long bytes, uint32_t crc)
{
	int head = snprintf(text, TRAILER_MAX, TRAILER_HEAD, why, status, bytes);

	crc = trailer_crc32(crc, text, (size_t)head);
	return (size_t)head + (size_t)snprintf(text + head, TRAILER_MAX - (size_t)head,
					       TRAILER_TAIL, crc);
}

#endif
