/**
 * Which versions of Node can run the program: those of `engines` in package.json. Without any import, so that it can
 * be asked before anything is loaded that another Node might not understand.
 */

/** The first version of each line that is supported; every later line is supported as well. */
const FIRST_VERSIONS: readonly (readonly [major: number, minor: number])[] = [
  [20, 19],
  [22, 14],
  [24, 0],
];

/** Why this Node cannot run the program, in one line; undefined when it can. `version` is `process.versions.node`. */
export function refusalOf(version: string): string | undefined {
  const [major, minor] = version.split('.').map(Number);
  const [newest] = FIRST_VERSIONS[FIRST_VERSIONS.length - 1];
  if (major > newest || FIRST_VERSIONS.some(([line, first]) => major === line && minor >= first))
    return undefined;
  const supported = FIRST_VERSIONS.map(([line, first]) =>
    line === newest ? `or ${line}.${first} or newer` : `${line}.${first} or a later ${line}.x`,
  ).join(', ');
  return `takeaway: Node ${version} cannot run takeaway. Install Node ${supported}, or choose it with your version manager.`;
}
