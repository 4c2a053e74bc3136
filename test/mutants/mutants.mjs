/** The slips that tests are to notice: one list per module, each a record of mutants.d.mts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;

/** All slips, by module. */
export const MUTANTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const module = name.slice(0, -'.json'.length);
    const list = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    return list.map((mutant) => ({ ...mutant, id: `${module}/${mutant.name.replaceAll(' ', '-')}` }));
  });

/** The slips of modules or with ids; all where none is given. Raises for a word that names none. */
export function mutantsNamed(words) {
  if (words.length === 0) return MUTANTS;
  return words.flatMap((word) => {
    const found = MUTANTS.filter(({ id }) => id === word || id.startsWith(`${word}/`));
    if (found.length === 0) throw new Error(`${word} is no module or slip of test/mutants.`);
    return found;
  });
}
