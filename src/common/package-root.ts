/**
 * Where the package lies, and what belongs to it besides modules: built scripts, kernels, migrations, package.json.
 * This is the one place that knows how deep a module is: src/common/, dist/common/ and dist/program/ are all two below.
 */
import { readFileSync } from 'node:fs';

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

/** The version in package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string };
  return version;
}
