/* SPDX-License-Identifier: GPL-2.0-only */
/* SHA-256 of FIPS 180-4, to tell files apart. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
	uint32_t h[8];
	uint64_t bytes;
	uint8_t block[64];
};

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *data, size_t n);

/* The digest as 64 hexadecimal digits and a NUL. */
void sha256_end(struct sha256 *s, char hex[65]);

#endif
