/** The licences and notices of packages that a build takes into its files, for those who get the files without the packages. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The licences of all packages of which something is in the files of a build, as a page.
 * @param where what the files are, as its title says
 * @param output what the build returned
 */
export function noticesOf(where, output) {
  /** Folders by names. */
  const packages = new Map();
  for (const { modules = {} } of output) {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const [folder, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
      if (name !== undefined && renderedLength > 0) packages.set(name, folder);
    }
  }
  const notices = [...packages].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const files = readdirSync(folder);
    const text = [/^licen[cs]e/i, /^notice/i]
      .map((name) => files.find((each) => name.test(each)))
      .filter((file) => file !== undefined)
      .map((file) => `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`)
      .join('');
    return `## ${name} ${version} (${license})\n${text}`;
  });
  return `# Licences of the packages in ${where}\n\n${notices.join('\n')}`;
}
