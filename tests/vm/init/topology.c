// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

#define NODES "/sys/devices/system/node/"
#define NODES_MAX 64

/* The first line of a file of /sys, "" if there is none. */
static const char *first_line(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? 0 : read(fd, text, size - 1);

	if (fd >= 0)
		close(fd);
	text[len > 0 ? len : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Marks and counts the members of a list such as "0-1,3"; set may be NULL. */
static int list_count(const char *list, bool set[NODES_MAX])
{
	int count = 0, low, high, used;

	while (sscanf(list, "%d%n", &low, &used) == 1) {
		list += used;
		high = low;
		if (*list == '-' && sscanf(list, "-%d%n", &high, &used) == 1)
			list += used;
		for (int i = low; i <= high; i++, count++)
			if (set && i < NODES_MAX)
				set[i] = true;
		if (*list++ != ',')
			break;
	}
	return count;
}

static bool check_distances(const struct options *opt, int node, const char *text,
			    const bool has_memory[NODES_MAX])
{
	char *end;

	for (int other = 0; other < NODES_MAX; other++) {
		long d = strtol(text, &end, 10);

		if (end == text)
			break;
		text = end;
		if (opt->distance && has_memory[other] && other != node && d != opt->distance)
			return broken_promise("distance of nodes %d and %d is %ld, not %d",
					      node, other, d, opt->distance);
	}
	return true;
}

static bool check_node(const struct options *opt, int node,
		       const bool has_memory[NODES_MAX])
{
	char path[64], cpus[256], distances[256];
	int count;

	snprintf(path, sizeof(path), NODES "node%d/cpulist", node);
	count = list_count(first_line(path, cpus, sizeof(cpus)), NULL);
	snprintf(path, sizeof(path), NODES "node%d/distance", node);
	first_line(path, distances, sizeof(distances));
	say("node %d: CPUs %s, distances %s", node, cpus, distances);
	if (opt->cpus && opt->nodes && count != opt->cpus / opt->nodes)
		return broken_promise("node %d has %d CPUs, not %d", node, count,
				      opt->cpus / opt->nodes);
	return check_distances(opt, node, distances, has_memory);
}

bool topology_check(const struct options *opt)
{
	bool has_memory[NODES_MAX] = { false };
	char text[256];
	int cpus, nodes;

	cpus = list_count(first_line("/sys/devices/system/cpu/online", text, sizeof(text)), NULL);
	say("CPUs online: %s", text);
	if (opt->cpus && cpus != opt->cpus)
		return broken_promise("%d CPUs online, not %d", cpus, opt->cpus);
	/* A kernel without NUMA has no such file and is one node. */
	if (!*first_line(NODES "has_memory", text, sizeof(text))) {
		say("this kernel knows nothing of nodes");
		if (opt->nodes > 1)
			return broken_promise("1 node, not %d", opt->nodes);
		return true;
	}
	nodes = list_count(text, has_memory);
	if (opt->nodes && nodes != opt->nodes)
		return broken_promise("%d nodes with memory, not %d", nodes, opt->nodes);
	for (int node = 0; node < NODES_MAX; node++)
		if (has_memory[node] && !check_node(opt, node, has_memory))
			return false;
	return true;
}
