/** Mistakes that beginners make, in an empty folder: each is refused for what it is, with what to write instead. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder, takeaway, type Finished } from '../support/cli.js';

const folder = fileFolder();

/** UTF-16 with its mark, as some editors and shells write text. */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

beforeAll(() => {
  const files: Readonly<Record<string, string | Buffer>> = {
    'set.txt': '1\n3\n4\n',
    'blanks.txt': '5 1\n',
    'semicolons.txt': '1;3;4\n',
    'thousands.txt': '1,000\n2,000\n',
    'endless.txt': '1\n4\n9\n...\n',
    'slashes.txt': '// mine\n1\n',
    'brackets.txt': '[1, 3, 4]\n',
    'letters.txt': '1\n3\nx\n',
    'empty.txt': '',
    'utf-16.txt': utf16('1\n3\n'),
    'games-utf-16.txt': utf16('squares\ncubes\n'),
    'there.csv': 'n\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});

function run(args: readonly string[]): Promise<Finished> {
  return takeaway(args, { cwd: folder });
}

/** The words after `takeaway`, and what the message says. */
type Mistake = readonly [words: string, said: string, code?: number];

/** `words` as a shell splits them: at blanks outside of quotes. */
function wordsOf(words: string): string[] {
  return [...words.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replace(/^"([^]*)"$/, '$1'));
}

const COMMANDS: readonly Mistake[] = [
  ['frobnicate', "expected one that 'takeaway --help' lists, found frobnicate."],
  ['qurey squares 34', 'Did you mean query?'],
  ['squares', 'Did you mean values squares?'],
  ['squares 34', 'Did you mean query squares 34?'],
  ['sqaures 34', 'Did you mean query squares 34?'],
  ['34 squares', 'Did you mean query squares 34?'],
  ['1,3,4 10', 'Did you mean query "1,3,4" 10?'],
  ['"{1,3,4}"', 'Did you mean values "{1,3,4}"?'],
  ['file:set.txt 10', 'Did you mean query file:set.txt 10?'],
  ['squares query 34', 'Did you mean query squares 34?'],
  ['help qurey', 'Did you mean query?'],
  ['--hlep', 'Did you mean --help?'],
  ['man squares', 'Did you mean help?'],
  ['grundy squares', 'Did you mean values GAME?'],
  ['grundy squares 35', 'Did you mean query squares 35?'],
  ['win squares 35', 'Did you mean query squares 35?'],
  ['solve squares 35', 'Did you mean query squares 35?'],
  ['run squares', 'Did you mean extend GAME --to N?'],
  ['save squares', 'Did you mean export GAME --output FILE?'],
  ['test', 'Did you mean selftest?'],
  ['open', 'Did you mean explore?'],
  ['tutorial', 'Did you mean help?'],
  ['delete squares', 'Delete the folder of the store to start afresh.'],
  ['init', "Nothing has to be set up: 'takeaway extend squares --to 2^20' makes a store."],
  ['update', 'npm installs and updates takeaway.'],
  ['status', 'Did you mean info?'],
  ['list', 'Did you mean games?'],
  ['help me', "expected one that 'takeaway --help' lists, found me."],
  ['--constructor', "expected one that 'takeaway --help' lists, found --constructor."],
  ['--store', 'The command: expected one beside --store, such as info, found none.'],
  ['--store here', 'The command: expected one beside --store, such as info, found none.'],
  ['--store=here', 'The command: expected one beside --store, such as info, found none.'],
];

const ARGUMENTS: readonly Mistake[] = [
  ['query', "expected <game> <positions..>, found none. 'takeaway query --help' shows examples."],
  ['query squares', "found only squares. 'takeaway query --help' shows examples."],
  ['query squares 34,35', 'found 34,35. Write 34 35 for two numbers, and 1_000_000 for a million.'],
  [
    'query square 34',
    'The game: expected a name of the catalogue or a set, found "square". Did you mean squares?',
  ],
  ['query file:~/set.txt 7', 'Write the folder out: shells expand ~ only at the beginning of a word.'],
  ['extend squares -to 1000', 'expected one that it has, found -to. Did you mean --to?'],
  ['extend squares --upto 1000', 'found --upto. Did you mean --to?'],
  ['verify --fix', 'found --fix. Did you mean --repair?'],
  ['extend squares --to 9 --threads all', '--threads: expected a whole number from 1 to 256, found all.'],
  ['explore --port 99999', '--port: expected a whole number from 0 to 65535, found 99999.'],
  ['export squares out.csv', 'found also out.csv. Did you mean export squares --output out.csv?'],
  ['plot squares density d.png', 'Did you mean plot squares density --output d.png?'],
  ['games squares', 'The arguments of games: expected none, found squares.'],
  ['report squares -o page.html', '--output: expected a folder for the page, which is named after its game'],
  ['query 34 squares', 'Did you mean query squares 34?'],
  ['info --constructor', '--progress, --color), found --constructor.'],
  ['query squares 34..40', "'takeaway values' prints those of a range."],
  ['query squares 34-40', "'takeaway values' prints those of a range."],
  ['query squares 1,000', 'found 1,000. Write 1_000 for one number, and blanks between several.'],
  ['query squares -5', 'expected a whole number from 0 to 2^53 - 1, found -5.'],
  ['query squares 1e30', 'expected a whole number from 0 to 2^53 - 1, found 1e30.'],
  ['query squares 1e15', 'Values can be computed below 8796093022208.', 3],
  [
    'query {18,43,57,82,100} 1e12',
    'found nothing stored of this series. Run \'takeaway period "{18,43,57,82,100}"\' to find its period.',
    3,
  ],
  [
    'values all --from 2^33 --to 2^33+2',
    'The nim-values of the positions 8589934592 to 8589934594: expected',
  ],
  ['analyze records squares', 'Did you mean analyze squares records?'],
  ['analyze squares record', 'Did you mean records?'],
  ['analyze squares', "found only squares. 'takeaway analyze --help' shows examples."],
  ['extend squares 1000', 'Did you mean extend squares --to 1000?'],
  ['values squares 20', 'Did you mean values squares --to 20?'],
  ['range squares --to 20', "'takeaway values GAME --from A --to B --lines' prints the values of a range."],
  ['values cubes 5 20', 'Did you mean values cubes --from 5 --to 20?'],
  ['values squares 1 2 3', 'expected <game>, found also 1 2 3.'],
  ['report squares cubes', 'expected <game>, found also cubes.'],
  ['compare squares', 'expected at least 2, found 1.'],
  ['move squares three', 'expected a whole number from 0 to 2^53 - 1, found three.'],
  ['play squares', 'expected a terminal to play in'],
];

const MORE_ARGUMENTS: readonly Mistake[] = [
  ['compare squares vs cubes', 'found squares vs cubes. Did you mean squares cubes?'],
  ['compare squares and cubes', 'expected games with nothing between them'],
  ['sweep games.txt --to 100', 'Did you mean --file games.txt?'],
  ['query squares 10 to 20', "'takeaway values' prints those of a range."],
  ['query squares 1.000.000', 'Write 1_000_000 for one number, and blanks between several.'],
  ['query squares "1 000"', 'Write 1_000 for one number, and blanks between several.'],
  ['extend squares --to 10,000', 'found 10,000. Write 10_000 for one number, and blanks between several.'],
  ['extend squares nim', 'found also nim. Did you mean extend squares --series nim?'],
  ['analyze squares periods', "found periods. 'takeaway period GAME' finds periods."],
  ['survey 42 4', 'found 42 4. Did you mean survey --max 42 --size 4?'],
  ['oeis 14586', 'found 14586. Did you mean oeis A014586?'],
  ['move squares 7+15+30', 'expected one size for each heap, found 7+15+30. Did you mean 7 15 30?'],
  ['play squares 7+15 --plain', 'Did you mean 7 15?'],
  ['extend squares cubes --to 9', 'found also cubes. Did you mean sweep squares cubes?'],
  ['export squares csv', 'found also csv. Did you mean export squares --format csv?'],
  ['report squares -o report.pdf', 'The page is HTML; a browser can print it as a PDF.'],
  ['sql SELECT 1 AS a', 'expected the SQL as one argument, found SELECT 1 AS. Put the SQL in quotes.'],
  ['worker --redis localhost', 'Write it as redis://localhost:6379.'],
];

const MORE_GAMES: readonly Mistake[] = [
  ['query (3-5) 10', 'found "3-5". Did you mean {3..5}?'],
  ['query "{3\u20135}" 10', 'Did you mean {3..5}?'],
  ['query "1 to 7" 10', 'Did you mean {1..7}?'],
  ['query "from 1 through 7" 10', 'Did you mean {1..7}?'],
  ['query "up to 7" 10', 'Did you mean {1..7}?'],
  ['query range(1,8) 10', 'Did you mean {1..7}?'],
  ['query "1, 3, and 4" 10', 'Did you mean {1,3,4}?'],
  ['query 1,3,4, 10', 'Did you mean {1,3,4}?'],
  ['query S(1,3,4) 10', 'Did you mean {1,3,4}?'],
  ['query "the subtraction set {1,3,4}" 10', 'Did you mean {1,3,4}?'],
  ['query "all except {2,3}" 10', 'Did you mean all-but{2,3}?'],
  ['query "everything but 2 and 3" 10', 'Did you mean all-but{2,3}?'],
  ['query "N \\ {2,3}" 10', 'Did you mean all-but{2,3}?'],
  ['query "all positive integers" 10', 'Did you mean all?'],
  ['query \u2115 10', 'Did you mean all?'],
  ['query "subtract a square" 10', 'Did you mean squares?'],
  ['query x*x 10', 'Did you mean squares?'],
  ['query 2^n-1 10', 'Did you mean powers-of:2-1?'],
  ['query k\u00b2 10', 'Did you mean squares?'],
  ['query "perfect squares" 10', 'Did you mean squares?'],
  ['query square-numbers 10', 'Did you mean squares?'],
  ['query "prime numbers" 10', 'Did you mean primes?'],
  ['query "p - 1" 10', 'Did you mean primes-1?'],
  ['query "1 mod 3" 10', 'Did you mean arithmetic:1,3?'],
  ['query "0 mod 3" 10', 'Did you mean arithmetic:3,3?'],
  ['query "5 mod 3" 10', 'Did you mean arithmetic:2,3?'],
  ['query "{1,2}+{3}" 10', 'Did you mean {1,2,3}?'],
  ['query "{1,2} and {5}" 10', 'Did you mean {1,2,5}?'],
  ['query @set.txt 10', 'Did you mean file:set.txt?'],
  ['query file=set.txt 10', 'Did you mean file:set.txt?'],
  ['query "squares cubes" 10', 'Did you mean squares | cubes?'],
  ['values file:thousands.txt', 'line 1: expected numbers without commas in them, found 1,000. Write 1000'],
  ['values file:endless.txt', 'line 4: expected a number, found "...". If the file begins an infinite set'],
  ['values file:slashes.txt', 'all in one line with commas; # begins a comment.'],
];

const GAMES: readonly Mistake[] = [
  ['query squars 34', 'Did you mean squares?'],
  ['query nentpgoaal 34', 'Did you mean pentagonal?'],
  ['query n^2+1 34', 'Did you mean k^2+1?'],
  ['query n 34', "'takeaway games' lists the catalogue."],
  ['query primes*2 34', 'Did you mean 2*primes?'],
  ['query squares,cubes 34', 'Did you mean squares | cubes?'],
  ['query file: 5', 'expected the path of a file after file:, as file:PATH, found none.'],
  ['query set.txt 5', 'Did you mean file:set.txt?'],
  ['query file:sett.txt 5', 'The file sett.txt: expected a readable text file, found no such file'],
  ['query 1 3 4 10', 'Did you mean "{1,3,4}" 10?'],
  ['query {1 3 4} 10', 'Did you mean "{1,3,4}" 10?'],
  ['query S={1,3,4} 10', 'Did you mean {1,3,4}?'],
  ['query "{1;3;4}" 10', 'Did you mean {1,3,4}?'],
  ['query {1-7} 10', 'found "{1-7}". Did you mean {1..7}?'],
  ['query "1 3 4" 10', 'Did you mean {1,3,4}?'],
  ['query "{1,3,4" 10', 'expected both braces or none'],
  ['query {2,4,6,...} 10', 'A few numbers do not say how they continue. Did you mean arithmetic:2,2?'],
  ['query {1,4,9,…} 10', 'Did you mean squares?'],
  ['query 2,3,5,7,... 10', 'Did you mean primes?'],
  ['query {1,2,...} 10', 'Did you mean all?'],
  [
    'query {7,5,...} 10',
    'found "{7,5,...}". A few numbers do not say how they continue. \'takeaway games\' lists',
  ],
  ['query {1,2,1000000000,...} 10', "'takeaway games' lists the catalogue."],
  ['query all-but{2,...} 10', 'expected A,...,B for all numbers from A to B, found 2,....'],
  ['query {} 10', 'expected at least one positive integer, found none.'],
  ['query {0,1} 10', 'expected positive integers up to 2^53 - 2, the largest position, found 0.'],
  ['query "" 5', "'takeaway games' lists the catalogue."],
  ['query .77 9', 'found ".77". takeaway has no octal games with digits other than 0 and 3'],
  ['values "{1,3|2,3}"', 'takeaway has no partizan games'],
  ['query "{1,4} pass" 10', 'takeaway has no moves that leave the heaps as they are'],
  ['query {1,4} 10 --scoring', 'found --scoring. takeaway has no games that are won by a score;'],
  ['values {2,12,14} --pass', 'found --pass. takeaway has no moves that leave the heaps as they are;'],
  ['query n(2n-1) 9', 'Did you mean k(2k-1)?'],
  ['hexagonal 9', "expected one that 'takeaway --help' lists, found hexagonal."],
  ['values k^k-1', 'Write the numbers of any other formula into a file, and give it as file:PATH.'],
  ['query A000001 5', "expected an A-number in takeaway's list of games, found A000001."],
  ['values file:blanks.txt', 'blanks.txt, line 1: expected one subtrahend, or several with commas'],
  [
    'values file:semicolons.txt',
    'Write one number per line, or all in one line with commas; # begins a comment.',
  ],
  ['values file:letters.txt', 'letters.txt, line 3: expected positive integers'],
  ['values file:empty.txt', 'empty.txt: expected at least one subtrahend, found none.'],
  ['values file:utf-16.txt', 'expected text in UTF-8, found zero bytes on line 1, as UTF-16'],
  ['compare --file games-utf-16.txt', 'The file games-utf-16.txt: expected text in UTF-8, found zero bytes'],
];

const OPTIONS: readonly Mistake[] = [
  ['extend squares', 'The option --to is missing: expected --to N.'],
  ['extend squares --to', '--to: expected a value after it, found nothing.'],
  ['extend squares --up-to 1000', 'expected one that it has, found --up-to. Did you mean --to?'],
  ['extend squares --to 9 --series cold,nim', 'Did you mean both?'],
  ['extend squares --to 9 --series all', 'Did you mean both?'],
  ['extend squares --to 9 --resume', 'it continues behind what is stored.'],
  ['values squares --first 10', 'found --first. Did you mean --to?'],
  ['values squares --count 10', 'Did you mean --to?'],
  ['runs --kill 3', 'Did you mean --remove?'],
  ['extend squares --to 9 --depth 3', "expected one that 'takeaway extend --help' describes (--to, --series"],
  ['query squares 5 --jsn', 'Did you mean --json?'],
  ['query squares 5 --moves', 'Did you mean --no-moves?'],
  ['query squares 5 --json=yes', '--json: expected no value, as it is a flag, found "yes".'],
  ['extend squares --to 9 --series nym', 'Did you mean nim?'],
  ['extend squares --to 9 --to 10', '--to was given more than once. Give it once.'],
  ['period {1,3,4} --misere', "The commands 'move', 'play', 'query', 'values' and 'export' have it."],
  ['compare {1,2} {1,3} -o x.csv', "found -o. The commands 'export', 'sql', 'analyze',"],
  ['expand {1,2} --output x.csv', "found --output. The commands 'export', 'sql', 'analyze',"],
  ['values squares --to 9 --series grundy', 'found "grundy". Did you mean nim?'],
  ['extend squares --to 9 --series outcomes', 'Did you mean cold?'],
  ['extend squares --to 9 --nim', 'found --nim. Did you mean --series nim?'],
  ['play squares --difficulty hard', 'found --difficulty. Did you mean --level?'],
  ['play squares --level impossible', 'Did you mean perfect?'],
  ['period primes --to 1000', 'found --to. Did you mean --limit?'],
  ['query squares 5 -q', 'found -q. Did you mean --quiet?'],
  ['query squares --n 5', 'found --n.'],
  ['query squares --from 3 --to 5', "The commands 'values' and 'export' take a range."],
  ['query squares 5 --format json', '--json prints JSON.'],
  ['explore --host 0.0.0.0', "'takeaway explore --static DIR' writes a page for any web server."],
  ['report squares --pdf', 'A browser can print the page of a report as a PDF.'],
  ['plot squares histogram -o x.svg', 'Did you mean values?'],
  ['query squares 5 -x', "expected one that 'takeaway query --help' describes"],
  ['analyze squares density --base 5', 'expected --from, --to, --at, found --base.'],
  ['values squares --from 20 --to 10', 'expected a start that is not above its end, found 20 to 10.'],
  ['extend squares --to 1e12', 'as far as memory reaches, found 1000000000000. Choose a smaller --to.'],
];

const OUTPUTS: readonly Mistake[] = [
  ['analyze survey: growth', 'The survey: expected a file that '],
  [
    'analyze survey:there.csv growth --hotspots 3',
    '--hotspots: expected a game to belong to, found the file of a survey.',
  ],
  ['name p-1', "'takeaway name p-1 GAME' gives it to a game."],
  ['completion tcsh', 'expected one of bash, zsh, fish, powershell, found "tcsh".'],
  ['plot squares density', 'The option --output is missing: expected --output FILE.'],
  [
    'plot squares density -o x.jpg',
    'or an --output that ends in .svg, .png or .vl.json, found the output x.jpg.',
  ],
  ['plot squares density -o figs/x.png', 'found no folder figs. Make the folder first.', 6],
  ['export squares -o squares.xlsx', '.md or .tex, found the output squares.xlsx.'],
  ['export squares --to 9 --format json -o x.csv', 'expected a name that ends in .json'],
  ['export squares --to 9 -o there.csv', 'Choose another name or folder. --force replaces it.'],
  ['export squares --to 9 -o gone/x.csv', 'found no folder gone. Make the folder first.', 6],
  ['report squares -o set.txt', 'The output folder set.txt: expected a folder, found a file.'],
  [
    'export squares --to 9 --format csv --force',
    '--force: expected --output FILE, a file to replace, found none.',
  ],
  ['query squares 5 --store set.txt', 'The store set.txt: expected a folder, found a file.', 6],
  ['copy .', 'expected a new or empty one'],
  ['import nowhere', 'The folder nowhere: expected a store to import from'],
  ['sql "SELECT 1 AS a" squares', 'Did you mean sql squares "SELECT 1 AS a"?'],
  ['sql "SELECT * FROM squares"', `as in 'takeaway sql squares "SELECT * FROM positions LIMIT 10"'.`],
  ['sql "SELECT * FROM nim"', `as in 'takeaway sql squares "SELECT * FROM positions LIMIT 10"'.`],
  ['sql squares', `as in 'takeaway sql squares "SELECT * FROM positions LIMIT 10"'.`],
  ['survey {a,b}', 'Did you mean survey --pattern "{a,b}" --max 30?'],
  ['survey --max 10', 'The option --size is missing: expected --size K.'],
  ['worker', 'expected one after --redis or in TAKEAWAY_REDIS, found none.'],
];

const ALL = { COMMANDS, ARGUMENTS, MORE_ARGUMENTS, GAMES, MORE_GAMES, OPTIONS, OUTPUTS };

describe.each(Object.entries(ALL))('%s', (_, mistakes) => {
  it.each(mistakes.map((mistake) => ({ mistake })))('takeaway $mistake.0', async ({ mistake }) => {
    const [words, said, code = 2] = mistake;
    const before = readdirSync(folder);
    const finished = await run(wordsOf(words));
    expect(finished.stderr.trimEnd().split('\n').at(-1)).toContain(said);
    expect(finished).toMatchObject({ code, stdout: '' });
    // A slip of the pen leaves nothing behind.
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('what is no mistake', () => {
  it.each([
    ['values Squares --to 5 --quiet', '0 1 0 1 2\n'],
    ['values subtract-a-square --to 5 --quiet', '0 1 0 1 2\n'],
    ['values [1,3,4] --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values (1,3,4) --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values 4,3,1 --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values {1,...,3} --quiet', '(0 1 2 3)\n'],
    ['values file:brackets.txt --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values file:set.txt --quiet', '(0 1 0 1 2 3 2)\n'],
    ['--quiet values {1,3,4}', '(0 1 0 1 2 3 2)\n'],
  ])('takeaway %s', async (words, stdout) => {
    expect(await run(wordsOf(words))).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  it.each([
    ['query', 9],
    ['move', 9],
    ['values', '--lines', '--to', 9],
    ['values'],
    ['period'],
    ['play', 9, '--plain', '--two'],
  ])('is said of a game with a second reading by %s, unless --quiet is given', async (command, ...args) => {
    const note = '{1,2} | {1,3} is read as the union {1,2,3}; takeaway has no partizan games.\n';
    const words = [command, '{1,2} | {1,3}', ...args.map(String), '--store', join(folder, 'period')];
    const { stderr } = await run(words);
    expect(stderr.split(note)).toHaveLength(2);
    expect(stderr).not.toContain('The game is');
    expect((await run([...words, '--quiet'])).stderr).not.toContain('union');
    rmSync(join(folder, 'period'), { recursive: true, force: true });
  });

  it('says once that a set from a file ends', async () => {
    const { stderr } = await run(['values', 'file:set.txt']);
    expect(stderr.match(/is a finite set of 3 numbers, the largest 4\./g)).toHaveLength(1);
    expect(existsSync(join(folder, 'storage'))).toBe(false);
  });
});
