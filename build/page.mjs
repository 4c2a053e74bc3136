/**
 * The page of the explorer, from src/explorer/page/ to dist/explorer/page/: everything in it, so that it loads nothing
 * from elsewhere. Left as it is while no file of it is newer. Says nothing but warnings.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { build } from 'vite';

const PAGE = 'src/explorer/page';
const BUILT = 'dist/explorer/page';

/** What the page gets as the values that it exports, and the sources of these. */
const EVALUATED = 'explorer/analysis-views';

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = readdirSync(PAGE, { recursive: true }).map((name) => join(PAGE, name));
const records = readdirSync('src/analysis').map((name) => join('src/analysis', name));
const newest = Math.max(
  ...[...sources, ...records, `src/${EVALUATED}.ts`, 'build/page.mjs', 'package.json'].map(timeOf),
);

/** Puts the values that a compiled module exports in its place. */
const evaluated = {
  name: 'evaluated',
  async load(id) {
    if (!id.endsWith(`src/${EVALUATED}.ts`)) return undefined;
    const values = Object.entries(await import(`../dist/${EVALUATED}.js`));
    return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
  },
};

/**
 * The stories of the page, each from a file: between lines of dashes its title, what it is about, and the address of each step;
 * then the steps, each from a heading of its own on.
 */
function renderedStories() {
  const markdown = new MarkdownIt({ typographer: true });
  return readdirSync(`${PAGE}/stories`).map((file) => {
    const text = readFileSync(`${PAGE}/stories/${file}`, 'utf8');
    const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [text, '', ''];
    const named = (key) =>
      Array.from(front.matchAll(new RegExp(`^${key}: (.+)$`, 'gm')), ([, value]) => value);
    const [addresses, parts] = [named('step'), body.split(/^## /m).slice(1)];
    const [[title], [lead]] = [named('title'), named('lead')];
    if (lead === undefined || title === undefined || parts.length === 0 || parts.length !== addresses.length)
      throw new Error(
        `${file}: expected title, lead, and a step for each heading, found ${addresses.length} for ${parts.length}`,
      );
    const steps = parts.map((part, i) => {
      const [heading, ...lines] = part.split('\n');
      return { address: addresses[i], title: heading, html: markdown.render(lines.join('\n')) };
    });
    return { name: file.replace(/\.md$/, ''), title, lead, steps };
  });
}

if (timeOf(`${BUILT}/index.html`) <= newest) {
  const stories = JSON.stringify(renderedStories());
  // For the cards of the static edition.
  writeFileSync('dist/explorer/stories.json', stories);
  await build({
    root: PAGE,
    configFile: false,
    plugins: [evaluated],
    define: {
      PROGRAM_VERSION: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version),
      RENDERED_STORIES: stories,
    },
    logLevel: 'warn',
    // Relative: the page may lie at any address.
    base: './',
    build: {
      outDir: join(process.cwd(), BUILT),
      emptyOutDir: true,
      // Of the packages that are in the page.
      license: { fileName: 'LICENCES.md' },
      // Inlined files would be data: addresses, which the page's policy does not allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      target: 'es2022',
      // Says when a build on a busy machine is slow.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
}
