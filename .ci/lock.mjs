// npm run lock: writes package-lock.json again, with what npm leaves out of it.
// - That the SQLite driver of newer Nodes needs no build: `npm ci` then does not run node-gyp for it.
// - Builds for other platforms that a registry's mirror did not have: without an entry for each, `npm ci` refuses the file.
import { readFileSync, writeFileSync } from 'node:fs';

/** The entry of a package that holds the build for the platform its name ends with, as in x-linux-arm64-musl. */
function platformEntry(name, version, parent) {
  const platform = /-(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(name);
  // Builds for WebAssembly have no platform: npm never installs them by itself.
  if (platform === null)
    return { version, cpu: ['wasm32'], ...(parent.dev && { dev: true }), optional: true };
  const [, os, cpu, libc] = platform;
  return {
    version,
    cpu: [cpu],
    ...(parent.dev && { dev: true }),
    ...(os === 'linux' && libc !== undefined && { libc: [libc === 'musl' ? 'musl' : 'glibc'] }),
    optional: true,
    os: [os],
  };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { packages } = lock;
for (const parent of Object.values(packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    packages[`node_modules/${name}`] ??= platformEntry(name, version, parent);
  }
}
packages['node_modules/better-sqlite3'].gypfile = false;
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
