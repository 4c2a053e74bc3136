/**
 * Where the package lies, and what belongs to it besides modules: built scripts, kernels, migrations, package.json.
 * This is the one place that knows how deep a module is: src/platform/, dist/platform/ and dist/program/ are all two below.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** The URL of a file or folder of the package, by its path from the root, such as `migrations/`. */
export function inPackage(path: string): URL {
  return new URL(path, ROOT);
}

/**
 * The URL of something that the build makes, by its path from dist/. Modules run from src/ (in tests) use the built
 * scripts and kernels as well, so the build comes first.
 */
export function inBuild(path: string): URL {
  return new URL(`dist/${path}`, ROOT);
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string };
  return version;
}

/** What the package computes with, below dist/: the same in a clone and where it is installed. */
const COUNTED = /^(program\/.*\.js|kernel\/.*\.wasm)$/;
const DIGITS = 12;

/** Twelve hexadecimal digits of the SHA-256 of all modules and kernels of the package, the same on every machine. Cost: some 20 ms. */
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

/** Names a protocol of machines that compute together: a number, and the build's digest of kernels and solvers. */
export function protocolVersion(protocol: number): string {
  computing ??= readFileSync(inBuild('program/computing.txt'), 'utf8').trim();
  return `${protocol}-${computing}`;
}

let built: string | undefined;

/** What this program is, the same for equal programs alone: its version and what was built of it. */
export function ownVersion(): string {
  return (built ??= `${packageVersion()}+${buildDigest()}`);
}
