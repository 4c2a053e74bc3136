/** Versions of Node that can run the program, as in `engines` of package.json. Imports nothing that an older Node cannot parse. */

/** The first supported version of each line; all later lines are supported too. */
const FIRST_VERSIONS: readonly (readonly [major: number, minor: number])[] = [
  [20, 19],
  [22, 14],
  [24, 0],
];

/** Returns a line that says why this Node cannot run the program; undefined if it can. `version` is `process.versions.node`. */
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
