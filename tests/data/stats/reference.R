# SPDX-License-Identifier: GPL-2.0-only
# Makes the data sets *.txt and R's answers wilcox.csv and order.csv:
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

# Several boots: t interval, and Holm.
boots <- c(-0.0121, -0.0094, -0.0143, -0.0102, -0.0117, -0.0131)
t <- t.test(boots)
p <- c(0.01, 0.04, 0.03, 0.005, 0.8, 0.03)
write("other.csv", "what,value", cbind(
	c("t.mean", "t.low", "t.high", "t.p", paste0("holm.", seq_along(p))),
	num(c(t$estimate, t$conf.int, t$p.value, p.adjust(p, "holm")))))
