// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stream on the results port: a tar archive of the guest's /results, then
 * one line, the trailer.  Guest (init/) and host (verdict.c) share its form.
 */
#ifndef TRAILER_H
#define TRAILER_H

#include <stddef.h>
#include <stdint.h>

/* Name of the virtio-serial port, as its "name" file in sysfs has it. */
#define RESULTS_PORT "exectune.results"

/*
 * why, the job's exit status (0-255), the archive's length in bytes, its
 * checksum.  A signal N that ended the job is given as 128 + N.
 */
#define TRAILER_FORMAT "exectune-verdict why=%s status=%d bytes=%llu crc32=%08x\n"
#define TRAILER_START "exectune-verdict "
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

#endif
