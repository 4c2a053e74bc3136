/** The style sheet of a report: wide screens, phones, dark mode and paper. */
import { ON_DARK } from '../figures/theme.js';

/** Colours of figures are attributes, replaced on a dark ground. */
const DARK_FIGURES = Object.entries(ON_DARK)
  .map(
    ([light, dark]) =>
      `  .drawn [fill="${light}"] { fill: ${dark}; } .drawn [stroke="${light}"] { stroke: ${dark}; }`,
  )
  .join('\n');

export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fff; --text: #1a1a1a; --note: #404040; --faint: #595959; --link: #00588a; --line: #d0d0d0; --thin: #ececec;
  --code: #f4f4f4; --cold: #0072b2; --on-cold: #fff; --hot: #f3ece4; --mark: #b84a00;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #16181c; --text: #f0f0f0; --note: #c8c8c8; --faint: #b0b0b0; --link: #7cc4f0; --line: #44484f; --thin: #2b2e33;
    --code: #23262b; --cold: #56b4e9; --on-cold: #10141a; --hot: #2d2a27; --mark: #ff9a52;
  }
${DARK_FIGURES}
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 3rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif;
}
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
p { margin: .6rem 0; overflow-wrap: anywhere; }
sup { line-height: 0; font-size: .75em; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: .75rem 0 0; padding: 0; font-size: .9375rem; }
.glyphs { position: absolute; }
figure { margin: 1.25rem 0; }
.drawn svg { display: block; width: 100%; height: auto; max-width: 44rem; }
.on-phone { display: none; }
figcaption { color: var(--note); font-size: .875rem; margin-top: .35rem; overflow-wrap: anywhere; }
.strip ol { display: flex; flex-wrap: wrap; gap: 3px; list-style: none; margin: 0; padding: 0; }
.strip li { width: 2.1rem; padding: .1rem 0 .2rem; text-align: center; background: var(--hot); border-radius: 3px; line-height: 1.25; }
.strip li.cold { background: var(--cold); color: var(--on-cold); }
.strip li.begins { margin-left: 5px; box-shadow: -5px 0 0 -1px var(--mark); }
.strip small { display: block; font-size: .6875rem; opacity: .85; }
.strip b { font-variant-numeric: tabular-nums; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
pre { background: var(--code); padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 1.25rem 0; }
table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { white-space: nowrap; text-align: left; font-weight: 600; padding-bottom: .35rem; }
th, td { padding: .2rem 1rem .2rem 0; text-align: right; vertical-align: top; }
thead th { border-bottom: 1px solid var(--faint); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--thin); }
.gap td { color: var(--faint); text-align: left; }
.words th, .words td { text-align: left; }
dl > div { margin: 0 0 .5rem; }
dt { font-weight: 600; }
dd { margin: 0; }
.hash { font: .8125rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; word-break: break-all; }
@media screen and (max-width: 40rem) {
  .on-wide { display: none; }
  .on-phone { display: block; }
  caption, thead th { white-space: normal; }
}
.questions > li { margin-bottom: 1rem; }
.worksheet .questions .strip li { min-height: 2.9rem; background: none; border: 1px solid var(--line); }
.room { min-height: 4.5rem; }
@media print {
  .answers { break-before: page; }
  .questions > li { break-inside: avoid; }
  @page { size: A4; margin: 13mm 14mm; }
  body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.4; }
  nav { display: none; }
  h1 { font-size: 16pt; }
  h2 { break-after: avoid; margin-top: .9rem; padding-top: .4rem; font-size: 12.5pt; }
  p { margin: .35rem 0; }
  p:has(+ figure), p:has(+ p + figure), p:has(+ .wide), p:has(+ ul), p:has(+ dl) { break-after: avoid; }
  p, ul, figure, pre, .wide, li, dl > div { break-inside: avoid; }
  thead { display: table-header-group; }
  /* Figures across the page; below them the tables, those of numbers in two columns. */
  main > section:has(.wide) { display: flex; flex-flow: row wrap; column-gap: 9mm; align-items: flex-start; }
  main > section:has(.wide) > * { flex: 0 0 100%; }
  main > section:has(.wide) > .wide { flex: 0 0 auto; order: 1; max-width: 100%; }
  main > section > .wide:has(.numbers):not(:has(th:nth-child(6))) { flex: 0 0 100%; columns: 2; column-gap: 9mm; }
  /* Five columns of numbers fit into half the page if they stand closer: browsers shrink all pages where one is too wide. */
  main > section > .wide:has(.numbers):has(th:nth-child(5)):not(:has(th:nth-child(6))) { column-gap: 4mm; }
  /* Of three figures or more the first goes across the page; the others stand side by side, drawn for a narrow page. */
  main > section:has(> figure ~ figure ~ figure .drawn) > figure ~ figure { flex: 1 1 30%; max-width: calc(50% - 4.5mm); }
  section:has(> figure ~ figure ~ figure .drawn) > figure ~ figure .on-wide { display: none; }
  section:has(> figure ~ figure ~ figure .drawn) > figure ~ figure .on-phone { display: block; }
  /* So do the sections of the nim-values and the proven density of a game with a period. */
  main:not(:has(#density .wide)) :is(#nim-values:has(+ #density), #nim-values + #density) {
    display: inline-block; width: 48%; margin-right: 1.5%; vertical-align: top; break-inside: avoid;
  }
  main:not(:has(#density .wide)) :is(#nim-values:has(+ #density), #nim-values + #density) .on-wide { display: none; }
  main:not(:has(#density .wide)) :is(#nim-values:has(+ #density), #nim-values + #density) .on-phone { display: block; }
  figure { margin: .4rem 0; }
  .drawn svg { max-width: none; max-height: 8.2cm; }
  :is(#records, #values) .drawn svg { max-height: 10.4cm; }
  figcaption { font-size: 8.5pt; margin-top: 0; }
  dl { columns: 2; column-gap: 9mm; }
  dl > div { margin-bottom: .25rem; }
  pre { padding: .4rem; font-size: 7.5pt; }
  .strip li { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  table { font-size: 8.5pt; line-height: 1.25; }
  th, td { padding: .05rem .7rem .05rem 0; }
  main > section > .wide:has(.numbers):has(th:nth-child(5)):not(:has(th:nth-child(6))) table { font-size: 8pt; }
  main > section > .wide:has(.numbers):has(th:nth-child(5)):not(:has(th:nth-child(6))) :is(th, td) { padding-right: .3rem; }
  .wide { overflow: visible; margin: .5rem 0; }
}
`;
