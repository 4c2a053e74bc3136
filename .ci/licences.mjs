// npm run licences: writes docs/LICENCES.md, the licences of every package that users of this one install.
import { readFileSync, writeFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
/** Names of packages, by licence. A build for one platform has the licence of the package that names it. */
const byLicence = new Map();
for (const [path, { dev, devOptional, license, version, optional }] of Object.entries(packages)) {
  if (path === '' || dev || devOptional || (license === undefined && optional)) continue;
  const licence = license ?? JSON.parse(readFileSync(`${path}/package.json`, 'utf8')).license ?? 'not stated';
  const name = `${path.replace(/^.*node_modules\//, '')} ${version}`;
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
}

const rows = [...byLicence]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([licence, names]) => `| ${licence} | ${[...new Set(names)].sort().join(', ')} |`);
writeFileSync(
  'docs/LICENCES.md',
  `# Licences of the packages that come with takeaway

\`npm run licences\` writes this page from the lock file. \`npm sbom --sbom-format spdx\` lists the same for programs. Packages
whose code is part of the program (BullMQ, ioredis, and of Arrow what writes block files) and of the page are in the files LICENCES.md of \`dist/program\`,
\`dist/explorer/page\` and \`dist/explorer/engine\`.

On Node 20, npm installs better-sqlite3 12.11.1 instead (MIT), with prebuild-install and bindings, which download or compile it.
These and the packages that come with them have the licences MIT, ISC, Apache-2.0, BSD-3-Clause, MIT or WTFPL, and BSD-2-Clause or
MIT or Apache-2.0.

| licence | packages |
| --- | --- |
${rows.join('\n')}
`,
);
