// node .ci/driver.mjs: gives a clone on Node 20 its SQLite driver, after each installation. The lock file can name one version only,
// that of newer Nodes, and npm leaves it out on Node 20. For a packed copy, npm itself chooses the version that fits.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

if (Number(process.versions.napi) < 10 && !existsSync('node_modules/better-sqlite3')) {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [version] = optionalDependencies['better-sqlite3'].split(' || ');
  const npm = (...words) => execFileSync('npm', words, { stdio: 'inherit' });
  npm(
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `better-sqlite3@${version}`,
  );
  npm('rebuild', '--loglevel=error', 'better-sqlite3');
}
