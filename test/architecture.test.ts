/** Files say what they are, and documents name files that exist. Who may import whom is held by `npm run lint` (build/layers.mjs). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Every source below a folder. */
const listing = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|tsx|mjs)$/.test(file),
  );

describe('files', () => {
  it('hold what the tour of the code names: files by the end of their path, and the functions of its walks', () => {
    const tour = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
    const files = ['src', 'test', 'bench', 'build', '.ci'].flatMap((folder) =>
      listing(folder).map((file) => `${folder}/${file}`),
    );
    const known = [...files, ...readdirSync(ROOT)].map((file) => `/${file}`);
    const named = [...tour.matchAll(/[\w./-]+\.(?:tsx?|mjs)\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((name) => !known.some((file) => file.endsWith(`/${name}`)))).toEqual([]);

    const sources = listing('src').map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'));
    const walks = [...tour.matchAll(/^((?:[A-Za-z]+(?:\.[a-z]\w*)?(?:, )?)+) {2,}[a-z][\w/.-]*\//gm)];
    const steps = walks.flatMap(([, calls]) => calls.split(', ').map((call) => call.split('.').at(-1)!));
    expect(steps.length).toBeGreaterThan(30);
    const isThere = (step: string): boolean => sources.some((text) => new RegExp(`\\b${step}\\b`).test(text));
    expect(steps.filter((step) => !isThere(step))).toEqual([]);
  });

  it('measured by bench are there: what it imports from the build comes from a source', () => {
    const imports = listing('bench').flatMap((file) => {
      const text = readFileSync(join(ROOT, 'bench', file), 'utf8');
      const found = text.matchAll(
        /(?:from '[./]+\/dist\/|(?:import|load)\('(?:[./]+\/dist\/)?)([\w/-]+)\.js'/g,
      );
      return [...found].map(([, path]) => path);
    });
    expect(imports.length).toBeGreaterThan(20);
    const isSource = (path: string): boolean =>
      path.startsWith('program/') || existsSync(join(ROOT, 'src', `${path}.ts`));
    expect(imports.filter((path) => !isSource(path))).toEqual([]);
  });

  it.each(['src', 'test'])('every file of %s opens with what it is', (folder) => {
    const opens = (file: string): boolean =>
      readFileSync(join(ROOT, folder, file), 'utf8')
        .replace(/^(?:(?:#!|\/\/\/ <).*\n)+/, '')
        .startsWith('/**');
    expect(listing(folder).filter((file) => !file.endsWith('.mjs') && !opens(file))).toEqual([]);
  });
});

describe('documents', () => {
  const PAGES = [
    ...readdirSync(ROOT),
    ...['docs', '.github'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    ),
  ].filter((file) => file.endsWith('.md'));
  /** What a user makes, an example, and a file of another project. */
  const ELSEWHERE = [
    'docs/api',
    'src/analysis/reduction/parity.ts',
    'src/analysis/presentation/parity.ts',
    'src/unix/fs.c',
  ];

  it.each(PAGES)('%s names files that exist', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s:]+)(?=[)#])/g)].map(([, link]) => join(dirname(page), link));
    const paths = text.match(/(?<![\w/.-])(?:src|test|docs|bench|migrations|deploy|\.ci)\/[\w./-]*\w/g);
    const named = [...links, ...(paths ?? [])].filter((path) => !ELSEWHERE.includes(path));
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
