# SPDX-License-Identifier: GPL-2.0-only
# Makes the data sets *.txt and R's answers wilcox.csv, order.csv and ranksum.csv:
#   cd tests/data/stats && Rscript reference.R
# Made with R 4.2.2; nothing of R is needed to run the tests.

RNGkind("Mersenne-Twister", "Inversion", "Rejection")
set.seed(20)

sets <- list(
	# Hollander & Wolfe, Nonparametric Statistical Methods, table 3.1:
	# depression scale factor, before minus after.
	depression = c(1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30) -
		c(0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29),
	# Darwin's maize, crossed minus self-fertilised, in eighths of an inch.
	maize = c(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48),
	one = 0.25,
	two = c(-0.5, 1.25),
	four = c(0.011, 0.023, -0.004, 0.017),
	six = c(-0.31, -0.29, -0.33, -0.27, -0.302, -0.295),
	forty = rnorm(40, -0.004, 0.02),
	fortynine = rnorm(49, 0.001, 0.02),
	fifty = rnorm(50, 0.001, 0.02),
	heavy = rt(30, 2) * 0.01,
	ties = round(rnorm(30, 0.3, 1), 1) + 0.05,
	zeros = c(rep(0, 5), round(rnorm(20, 0.004, 0.01), 4)),
	tieszeros = round(rnorm(45, 0.2, 1)),
	fewties = c(0.02, 0.02, 0.05, -0.01),
	equal = rep(0.125, 8),
	allzero = rep(0, 7),
	onezero = c(0, 0.5),
	signs = c(1, 1, 1, -1, 1, 1, -1, 1),
	large = rnorm(1000, 0.002, 0.02),
	skewed = rlnorm(300, -4, 1) - 0.018,
	grid = round(rnorm(400, 0.001, 0.02), 3),
	shifted = rnorm(200, 5, 0.5)
)

# wilcox.test() does not say the level an exact interval achieves.
achieved <- function(x, test, level) {
	n <- length(x)
	if (!grepl("exact", test$method))
		return(attr(test$conf.int, "conf.level"))
	1 - 2 * psignrank(max(qsignrank((1 - level) / 2, n), 1) - 1, n)
}

num <- function(v) sprintf("%.17g", v)

wilcox <- order <- NULL
for (name in names(sets)) {
	x <- sets[[name]]
	writeLines(num(x), paste0(name, ".txt"))
	for (level in c(0.90, 0.95, 0.99)) for (tol in c(1e-4, 1e-9)) {
		t <- suppressWarnings(wilcox.test(x, conf.int = TRUE,
			conf.level = level, tol.root = tol))
		wilcox <- rbind(wilcox, c(name, num(level), num(tol), length(x),
			num(t$statistic), num(t$p.value), num(t$estimate),
			num(t$conf.int[1]), num(t$conf.int[2]),
			num(achieved(x, t, level)), as.integer(grepl("exact", t$method))))
	}
	for (p in c(0, 0.1, 0.5, 0.9, 0.99, 1))
		order <- rbind(order, c(name, num(p), num(quantile(x, p, type = 7)),
			num(mad(x)), num(mean(x)), num(sd(x))))
}

write <- function(file, head, rows)
	writeLines(c(head, apply(rows, 1, paste, collapse = ",")), file)

write("wilcox.csv", "name,level,tol,n,v,p,estimate,low,high,achieved,exact", wilcox)
write("order.csv", "name,p,quantile,mad,mean,sd", order)

# Two samples that are not paired. A pair is two of the sets above, or one and a
# copy of it that is moved and thinned: every second value, plus the shift.
achieved_two <- function(x, y, test, level) {
	m <- length(x)
	n <- length(y)
	if (!grepl("exact", test$method))
		return(attr(test$conf.int, "conf.level"))
	1 - 2 * pwilcox(max(qwilcox((1 - level) / 2, m, n), 1) - 1, m, n)
}
thin <- function(x, shift) x[seq(1, length(x), 2)] + shift
pairs <- list(c("depression", "maize"), c("one", "two"), c("two", "four"), c("six", "four"),
	c("forty", "fortynine"), c("fortynine", "heavy"), c("fifty", "forty"), c("large", "fifty"),
	c("ties", "zeros"), c("tieszeros", "ties"), c("equal", "allzero"), c("equal", "equal"),
	c("signs", "onezero"), c("grid", "large"), c("skewed", "shifted"), c("fewties", "one"))
ranksum <- NULL
two <- function(x, y, name_x, name_y, shift)
	for (level in c(0.90, 0.95, 0.99)) for (tol in c(1e-4, 1e-9)) {
		t <- tryCatch(suppressWarnings(wilcox.test(x, y, conf.int = TRUE,
			conf.level = level, tol.root = tol)), error = function(e) NULL)
		# Two constants have no interval in R.
		row <- if (is.null(t)) c(num(suppressWarnings(wilcox.test(x, y))$statistic),
			NA, num(x[1] - y[1]), NA, NA, 0, 0) else
			c(num(t$statistic), num(t$p.value), num(t$estimate), num(t$conf.int[1]),
			num(t$conf.int[2]), num(achieved_two(x, y, t, level)),
			as.integer(grepl("exact", t$method)))
		ranksum <<- rbind(ranksum, c(name_x, name_y, num(shift), num(level), num(tol),
			length(x), length(y), row))
	}
for (p in pairs)
	two(sets[[p[1]]], sets[[p[2]]], p[1], p[2], 0)
for (name in c("forty", "heavy", "ties", "skewed", "grid", "maize"))
	two(thin(sets[[name]], 0.25), sets[[name]], name, name, 0.25)
write("ranksum.csv", "x,y,shift,level,tol,m,n,w,p,estimate,low,high,achieved,exact", ranksum)

# Several boots: t interval, and Holm.
boots <- c(-0.0121, -0.0094, -0.0143, -0.0102, -0.0117, -0.0131)
t <- t.test(boots)
p <- c(0.01, 0.04, 0.03, 0.005, 0.8, 0.03)
write("other.csv", "what,value", cbind(
	c("t.mean", "t.low", "t.high", "t.p", paste0("holm.", seq_along(p))),
	num(c(t$estimate, t$conf.int, t$p.value, p.adjust(p, "holm")))))

# Two groups of boots, and Student's sleep data (Cushny and Peebles, J. Physiology
# 32, 1905), of which the manual of t.test() prints t = -1.8608, df = 17.776,
# p = 0.07939.
groups <- list(
	sleep = list(sleep$extra[1:10], sleep$extra[11:20]),
	boots = list(boots, c(0.0011, -0.0043, 0.0079)),
	two = list(c(0.1, 0.4), c(0.3, 0.7)),
	uneven = list(c(1, 2, 4, 8, 16, 32), c(3, 3.01, 2.99)))
welch <- NULL
for (name in names(groups)) for (level in c(0.9, 0.95)) {
	x <- groups[[name]][[1]]
	y <- groups[[name]][[2]]
	t <- t.test(y, x, conf.level = level)
	welch <- rbind(welch, c(name, num(level), paste(num(x), collapse = " "),
		paste(num(y), collapse = " "), num(t$estimate[1] - t$estimate[2]),
		num(t$conf.int), num(t$stderr), num(t$parameter), num(t$p.value)))
}
write("welch.csv", "name,level,x,y,difference,low,high,error,df,p", welch)

# Values in the order in which they stand: Spearman's correlation with it, and
# Pettitt's test by its definition, the sum of signs over all pairs. page is the
# example of Page (Biometrika 42, 1955) that Pettitt (1979) takes up: K = 232
# after value 17, p = 0.0146.
sets$page <- c(-1.05, 0.96, 1.22, 0.58, -0.98, -0.03, -1.54, -0.71, -0.35, 0.66,
	0.44, 0.91, -0.02, -1.42, 1.26, -1.02, -0.81, 1.66, 1.05, 0.97, 2.14,
	1.22, -0.24, 1.60, 0.72, -0.12, 0.44, 0.03, 0.66, 0.56, 1.37, 1.66, 0.10,
	0.80, 1.29, 0.49, -0.07, 1.18, 3.29, 1.84)
writeLines(num(sets$page), "page.txt")
drift <- NULL
for (name in names(sets)) {
	x <- sets[[name]]
	n <- length(x)
	if (n < 6 || length(unique(x)) == 1)
		next
	t <- suppressWarnings(cor.test(seq_along(x), x, method = "spearman",
		exact = FALSE))
	u <- sapply(seq_len(n - 1), function(t) sum(sign(outer(x[seq_len(t)],
		x[(t + 1):n], "-"))))
	at <- which.max(abs(u))
	k <- abs(u[at])
	drift <- rbind(drift, c(name, num(t$estimate), num(t$p.value), num(k), at,
		num(median(x[(at + 1):n]) - median(x[seq_len(at)])),
		num(min(1, 2 * exp(-6 * k^2 / (n^3 + n^2))))))
}
write("drift.csv", "name,rho,p,k,at,step,p_change", drift)
