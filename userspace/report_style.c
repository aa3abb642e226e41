// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the report looks. The arms' colours are those of Okabe and Ito, which the colour-blind can
 * tell apart, darker on white and lighter on black; the marks differ too.
 */
#include "report.h"

#define LIGHT "--bg:#fff;--fg:#1c2128;--mute:#59636e;--card:#f4f6f8;--line:#d4dae1;--warn:#fff6dd;--warnline:#c99700;" \
	"--better:#00694d;--worse:#b03d00;--same:#0060a0;" \
	"--k1:#59636e;--k2:#0072b2;--k3:#c85200;--k4:#007f5f;--k5:#a3497f;--k6:#8a6700;--k7:#1f8fc9;" \
	"--k200:#e3e7ec;--k201:#e8eef5;--k202:#8b95a1"
#define DARK "--bg:#14171b;--fg:#e4e8ec;--mute:#9aa5b1;--card:#1e2329;--line:#363d46;--warn:#30270f;--warnline:#d9a400;" \
	"--better:#4fd1a5;--worse:#ff9b5e;--same:#6cb8f0;" \
	"--k1:#a7b1bc;--k2:#56b4e9;--k3:#ff8f4a;--k4:#2fc49b;--k5:#e39bc6;--k6:#e6b93c;--k7:#9cc9ff;" \
	"--k200:#2b3138;--k201:#222b36;--k202:#6e7884"

const char report_style[] =
	":root{color-scheme:light dark;" LIGHT "}\n"
	"@media (prefers-color-scheme:dark){:root{" DARK "}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,'Segoe UI',"
	"Roboto,'Noto Sans','Liberation Sans',sans-serif;overflow-wrap:anywhere}\n"
	"main{max-width:860px;margin:0 auto;padding:1.5rem 1rem 3rem}\n"
	"h1{font-size:1.6rem;line-height:1.25;margin:0 0 .3rem}\n"
	"h2{font-size:1.2rem;margin:2.2rem 0 .7rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}\n"
	"h3{font-size:1rem;margin:.2rem 0}\n"
	"p{margin:.5rem 0}.sub,.small,figcaption,caption{color:var(--mute)}.small,figcaption{font-size:.86rem}\n"
	".lead{list-style:none;margin:1rem 0;padding:.7rem 1rem;background:var(--card);border-radius:8px}\n"
	".lead li{margin:.2rem 0}\n"
	".warn,.flags{background:var(--warn);border-left:4px solid var(--warnline);border-radius:4px}\n"
	".warn{padding:.5rem .8rem}.flags{margin:1rem 0;padding:.6rem 1rem .6rem 2rem}.flags li{margin:.25rem 0}\n"
	".scroll{overflow-x:auto;margin:.6rem 0 1.1rem}\n"
	"table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;width:100%}\n"
	"caption{text-align:left;padding:.2rem 0;font-weight:600}\n"
	"th,td{padding:.3rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}\n"
	"thead th{color:var(--mute);font-weight:600;border-bottom-width:2px}\n"
	"tr>:first-child{text-align:left;padding-left:.1rem}tbody th{font-weight:500}\n"
	"td:last-child{padding-right:.1rem}\n"
	"td.base{text-align:center;color:var(--mute)}td.better{color:var(--better);font-weight:600}\n"
	"td.worse{color:var(--worse);font-weight:600}td.equivalent{color:var(--same);font-weight:600}\n"
	"td.inconclusive,td.aa{color:var(--mute)}\n"
	".dot{display:inline-block;width:.65em;height:.65em;border-radius:50%;margin-right:.45em}\n"
	".facts td{text-align:left;white-space:normal}.facts th{vertical-align:top}.facts ul{margin:0;padding-left:1.1rem}\n"
	"figure{margin:.6rem 0 1.4rem}figcaption{margin-top:.3rem}\n"
	".plot{width:100%;height:auto;display:block}.plot text{font-size:inherit}\n"
	".narrow{display:none}\n"
	".legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.8rem 0 .2rem;padding:0;font-size:.9rem}\n"
	".legend svg{width:1em;height:1em;vertical-align:-.1em;margin-right:.35em}\n"
	".marks{position:absolute;width:0;height:0}\n"
	"pre{background:var(--card);border-radius:8px;padding:.7rem 1rem;overflow-x:auto;font-size:.86rem;"
	"white-space:pre-wrap}\n"
	"code,pre{font-family:ui-monospace,'DejaVu Sans Mono','Liberation Mono',monospace}\n"
	"@media (max-width:560px){.wide{display:none}.narrow{display:block}main{padding:1rem .9rem 2rem}"
	"h1{font-size:1.35rem}}\n"
	"@media print{:root{color-scheme:light;" LIGHT "}body{font-size:11pt}main{max-width:none;padding:0}"
	"*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
	".wide{display:block}.narrow{display:none}.scroll{overflow:visible}table{font-size:8.5pt}"
	"th,td{padding:.2rem .35rem}"
	"figure,table,.flags,pre{break-inside:avoid}h2{break-after:avoid}}\n";

/* The ids are those that gnuplot's marks refer to. */
const char report_marks[] =
	"<svg class=\"marks\" aria-hidden=\"true\" focusable=\"false\"><defs>"
	"<path id=\"gpPt1\" stroke-width=\".3\" stroke=\"currentColor\" d=\"M-1,-1 L1,1 M1,-1 L-1,1\"/>"
	"<rect id=\"gpPt4\" fill=\"currentColor\" x=\"-.9\" y=\"-.9\" width=\"1.8\" height=\"1.8\"/>"
	"<circle id=\"gpPt5\" stroke-width=\".55\" stroke=\"currentColor\" fill=\"none\" r=\".9\"/>"
	"<circle id=\"gpPt6\" fill=\"currentColor\" r=\"1\"/>"
	"<path id=\"gpPt8\" fill=\"currentColor\" d=\"M0,-1.33 L-1.33,.9 L1.33,.9 z\"/>"
	"<path id=\"gpPt10\" fill=\"currentColor\" d=\"M0,1.33 L-1.33,-.9 L1.33,-.9 z\"/>"
	"<path id=\"gpPt12\" fill=\"currentColor\" d=\"M0,-1.4 L1.4,0 L0,1.4 L-1.4,0 z\"/>"
	"<path id=\"gpPt14\" fill=\"currentColor\" d=\"M0,1.33 L1.27,.41 L.78,-1.07 L-.78,-1.08 L-1.27,.41 z\"/>"
	"</defs></svg>\n";
