// npm run size: lines of each module of src and of the tests, words of each page, and the sums. Says how large the product is to read.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const linesOf = (text) => text.split('\n').length - 1;
const wordsOf = (text) => text.match(/\S+/g)?.length ?? 0;

/** Paths of the files below a folder, or the path of a file. */
function filesBelow(path) {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Sums a measure of files by the name that `groupOf` gives each of them, and prints groups and total. */
function report(title, files, groupOf, measure) {
  const groups = new Map();
  for (const file of files) {
    const group = groupOf(file);
    groups.set(group, (groups.get(group) ?? 0) + measure(readFileSync(file, 'utf8')));
  }
  const total = [...groups.values()].reduce((sum, value) => sum + value, 0);
  const rows = [...groups].sort(([, a], [, b]) => b - a);
  console.log(`\n${title}: ${total.toLocaleString('en')}`);
  for (const [name, value] of rows) console.log(`  ${value.toLocaleString('en').padStart(7)}  ${name}`);
}

/** The folder of a file below another, or `files` for one that lies in it. */
const folderIn = (root) => (file) => {
  const [first, ...rest] = file.slice(root.length + 1).split('/');
  return rest.length === 0 ? 'files' : first;
};
const isSource = (file) => /\.(ts|tsx|mts|mjs|css)$/.test(file);

report(
  'Lines of src',
  filesBelow('src').filter((file) => isSource(file) || file.endsWith('.md')),
  folderIn('src'),
  linesOf,
);
report('Lines of test', filesBelow('test').filter(isSource), folderIn('test'), linesOf);
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/RESULTS.md'];
const docs = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
report(
  'Words of the pages, without bench/NOTEBOOK.md',
  [...pages, ...docs],
  (file) => basename(file),
  wordsOf,
);
