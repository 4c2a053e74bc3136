/**
 * The root of the package, and its files that are no modules: built scripts, kernels, migrations, package.json. Only this module
 * depends on the depth of its folder: src/platform/, dist/platform/ and dist/program/ are all two below the root.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** Returns the URL of a file or folder of the package, by its path from the root, such as `migrations/`. */
export function inPackage(path: string): URL {
  return new URL(path, ROOT);
}

/**
 * Returns the URL of a built file, by its path from dist/. Modules that run from src/ (in tests) use the built scripts and kernels
 * too, so tests need a build.
 */
export function inBuild(path: string): URL {
  return new URL(`dist/${path}`, ROOT);
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string };
  return version;
}

/** Files below dist/ that determine what the package computes: the same in a clone and in an installation. */
const COUNTED = /^(program\/.*\.js|kernel\/.*\.wasm)$/;
const DIGITS = 12;

/** Returns twelve hexadecimal digits of the SHA-256 of these files, the same on every machine. Cost: some 20 ms. */
function buildDigest(build = inBuild('')): string {
  const hash = createHash('sha256');
  const names = readdirSync(build, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  for (const name of names.filter((one) => COUNTED.test(one)).sort()) {
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(new URL(name, build)));
  }
  return hash.digest('hex').slice(0, DIGITS);
}

let computing: string | undefined;

/** Returns the version of a protocol between machines: its number, and the build's digest of kernels and solvers. */
export function protocolVersion(protocol: number): string {
  computing ??= readFileSync(inBuild('program/computing.txt'), 'utf8').trim();
  return `${protocol}-${computing}`;
}

let built: string | undefined;

/** Returns the version and digest of this program, which only equal programs share. */
export function ownVersion(): string {
  return (built ??= `${packageVersion()}+${buildDigest()}`);
}
