// npm run lock: writes package-lock.json again, with what npm leaves out of it about the two SQLite drivers.
// `npm ci` then neither compiles the one for Node 20 on a newer Node, nor runs node-gyp for the one that needs no build.
import { readFileSync, writeFileSync } from 'node:fs';

const FACTS = {
  'node_modules/better-sqlite3': { gypfile: false },
  'node_modules/better-sqlite3-node20': { engines: { node: '20.x' } },
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [name, facts] of Object.entries(FACTS)) Object.assign(lock.packages[name], facts);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
