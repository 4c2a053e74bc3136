/** How a report looks: on a wide screen, on a phone and on paper. Separate because it is one text of another language. */
export const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 3rem;
  background: #fff; color: #1a1a1a;
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid #d0d0d0; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.lead { color: #404040; }
a { color: #00588a; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 1rem 0 0; padding: 0; }
figure { margin: 1.25rem 0; }
figure svg { display: block; width: 100%; height: auto; max-width: 33rem; }
figcaption { color: #404040; font-size: .875rem; margin-top: .25rem; overflow-wrap: anywhere; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
pre { background: #f4f4f4; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 1.25rem 0; }
table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { white-space: nowrap; text-align: left; font-weight: 600; padding-bottom: .35rem; }
th, td { padding: .2rem .75rem .2rem 0; text-align: right; vertical-align: top; }
thead th { border-bottom: 1px solid #8c8c8c; font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid #ececec; }
.gap td { color: #595959; text-align: left; }
.words th, .words td { text-align: left; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
.hash { font: .8125rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; word-break: break-all; }
@media (max-width: 30rem) {
  caption, thead th { white-space: normal; }
}
@media print {
  @page { margin: 18mm 16mm; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  h2 { break-after: avoid; margin-top: 1.5rem; }
  figure, pre, .wide { break-inside: avoid; }
  thead { display: table-header-group; }
  figure svg { max-width: 11cm; }
  table { font-size: 9pt; line-height: 1.3; }
  th, td { padding-top: .1rem; padding-bottom: .1rem; }
  .wide { overflow: visible; }
}
`;
