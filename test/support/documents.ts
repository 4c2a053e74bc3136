/** Examples in documents, for tests that run them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A command of a console block, and the output shown below it. */
export interface Shown {
  readonly command: string;
  readonly output: string;
}

/** Returns the blocks of code in a language of a document. */
export function blocksOf(document: string, language: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return Array.from(text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g')), ([, code]) => code);
}

/** Returns the commands of all console blocks of a document, in order. */
export function commandsOf(document: string): Shown[] {
  return blocksOf(document, 'console').flatMap((block) =>
    block.split(/^\$ /m).flatMap((part) => {
      const [command, ...lines] = part.trimEnd().split('\n');
      return command === '' ? [] : [{ command, output: lines.join('\n').trimEnd() }];
    }),
  );
}
