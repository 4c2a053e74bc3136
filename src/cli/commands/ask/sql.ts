/** `takeaway sql`: DuckDB's SQL over the store, to stdout or to a file. */
import { sql, sqlBytes, type SqlOptions, type TableFormat } from '../../../index.js';
import { FAMILIES, TABLE_FORMATS, USUAL_END } from '../../../rim.js';
import { refuse } from '../../../common/errors.js';
import { formatNamed, type Format } from '../../../common/formats.js';
import { defineCommand, repeated, TO } from '../../command.js';
import { asText, flag, optional } from '../../../words/params.js';
import { meantGames } from '../../own-games.js';
import { answering, withStore } from '../../store.js';
import { formatOf, formatOption, OUTPUT_OPTIONS, STDOUT, writeOut } from '../../outputs.js';
import { dataWidth } from '../../terminal/output.js';
import { parseBytes, parseNumber } from '../../../words/numbers.js';

const DEFAULT_FORMAT = 'table';

export const command = defineCommand({
  examples: [
    ['sql "SELECT * FROM series"', 'what is stored: games, series, blocks, periods'],
    ['sql squares "SELECT nim_value, count(*) FROM nim GROUP BY 1"', 'how often each value occurs'],
    [
      'sql squares "SELECT n % 5, count(*) FROM cold GROUP BY 1" --to 2^24',
      'cold positions below 2^24 by class',
    ],
    [
      'sql a:squares b:primes "SELECT n FROM a.cold JOIN b.cold USING (n)"',
      'positions that are cold in both games, each under a name',
    ],
    ['sql squares "SELECT * FROM positions" -o squares.parquet', 'the result as a file'],
  ],
  positionals: {
    words: repeated(
      'The SQL in quotes, after its game, or after several as name:game, whose tables are name.nim and so on',
      asText,
    ),
  },
  options: {
    from: optional('N', 'The first position of the tables of a game; default 0', parseNumber),
    to: TO,
    format: formatOption(TABLE_FORMATS),
    ...OUTPUT_OPTIONS,
    threads: optional('K', 'Threads of DuckDB; default as many as the machine has cores', parseNumber),
    memory: optional('SIZE', 'Memory that DuckDB may use, such as 500MB; default 2GB', parseBytes),
    'external-access': flag('Let the SQL read and write files and load extensions'),
  },
  run: ({ words, format: given, output = STDOUT, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const { json } = args;
      refuseSqlBefore(words.slice(0, -1));
      const text = words.at(-1) ?? '';
      const chosen = chosenFormat(given, output, json);
      const options: SqlOptions = {
        ...(await gamesOf(words.slice(0, -1), args.store)),
        from: args.from,
        to: args.to,
        usual: USUAL_END,
        threads: args.threads,
        memoryBytes: args.memory,
        externalAccess: args['external-access'],
      };
      await writeOut('sql', { output, format: chosen }, args, (watch) =>
        sqlBytes(
          sql(store, text, { ...options, ...watch }),
          chosen.name,
          output === STDOUT ? dataWidth() : undefined,
        ),
      );
    }),
});

/** Returns the given format, or the one of the output; on stdout by default a table, or JSON with --json. */
function chosenFormat(given: TableFormat | undefined, output: string, json: boolean): Format {
  if (output !== STDOUT) return formatOf<TableFormat>(TABLE_FORMATS, given, output);
  if (json && given !== undefined && given !== 'json') {
    refuse('--json prints JSON, and --format {format} something else. Leave one of them out.', {
      format: given,
    });
  }
  return formatNamed<Format>(TABLE_FORMATS, given ?? (json ? 'json' : DEFAULT_FORMAT));
}

/** Raises a usage error for SQL that is not the last argument, or is more than one. */
function refuseSqlBefore(words: readonly string[]): void {
  if (
    words.some((word) =>
      /^\s*(select|from|with|describe|explain|pivot|show|summarize|values)(\s|$)/i.test(word),
    )
  )
    refuse('The SQL must be one argument, after the games. Put it in quotes.');
}

/** Returns one game without a name, or several with one each. */
async function gamesOf(
  words: readonly string[],
  store: string | undefined,
): Promise<Pick<SqlOptions, 'game' | 'games'>> {
  const split = words.map(splitName);
  const meant = await meantGames(
    split.map(({ game }) => game),
    store,
  );
  const named = split.map(({ name }, i) => ({ name, game: meant[i] }));
  const [first] = named;
  if (words.length === 1 && first.name === undefined) return { game: first.game };
  const games: Record<string, string> = {};
  for (const { name, game } of named) {
    if (name === undefined)
      refuse('Several games need a name each: write name:{game}, as in a:squares b:primes.', { game });
    if (name in games) {
      refuse('Two games are called {name}. Give each its own name.', { name });
    }
    games[name] = game;
  }
  return { games };
}

/** Splits `name:game`. A word that begins a game, such as `powers-of:`, is no name. */
function splitName(word: string): { readonly name: string | undefined; readonly game: string } {
  const [match, name, game] = /^([a-z_][a-z0-9_]*):(.+)$/is.exec(word) ?? [];
  const begins = ['file', ...FAMILIES.map((family) => family.name)];
  return match === undefined || begins.includes(name) ? { name: undefined, game: word } : { name, game };
}
