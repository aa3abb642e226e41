// SPDX-License-Identifier: GPL-2.0-only
/* A number a line; blank lines and those that begin with '#' are passed over. */
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "import.h"

int import_lines(struct import *im, struct import_source *src)
{
	struct import_series *s = import_series(im, "imported", src->arm, src->path);
	char *rest = src->text, *text;
	size_t line = 0, before = s->n;

	while ((text = import_line(&rest, &line))) {
		double ns;

		text += strspn(text, " \t");
		if (!*text || *text == '#')
			continue;
		if (import_time(src->path, line, text, im->unit, &ns))
			return XC_ERROR;
		import_add(s, ns, 1, line);
	}
	if (s->n > before)
		return XC_OK;
	err_say("%s has no data in it", src->path);
	return XC_ERROR;
}
