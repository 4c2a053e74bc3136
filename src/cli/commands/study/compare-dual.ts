/** `takeaway compare dual`: whether the sink convention gives the nim-values of each set backwards. */
import { grouped } from '../../../common/shown.js';
import { testDuality } from '../../../index.js';
import type { Duality } from '../../../rim.js';
import { defineCommand, GAMES } from '../../command.js';
import { linesText, tableText } from '../../terminal/output.js';
import {
  COMPARED_OPTIONS,
  compareGiven,
  describeMirror,
  MAX_GAME_CHARACTERS,
  MAX_LISTED,
  shownShort,
} from './compared.js';

export const command = defineCommand({
  examples: [
    ['compare dual "{2,5,7}"', 'one set, proven by its periods'],
    ['compare dual --pattern "{a, b, a+b}" --max 60', 'a conjecture about the sink convention, set by set'],
  ],
  positionals: { games: GAMES },
  options: COMPARED_OPTIONS,
  run: (args) => compareGiven(args, testDuality, describe),
});

function describe(found: readonly Duality[]): string {
  const kinds = [
    ['additive, {a, b, a + b}', found.filter(({ isAdditive }) => isAdditive)],
    ['others', found.filter(({ isAdditive }) => !isAdditive)],
  ] as const;
  const rows = kinds.map(([kind, sets]) => {
    const counts = [true, false, null].map((is) =>
      grouped(sets.filter(({ isDual }) => isDual === is).length),
    );
    return [kind, grouped(sets.length), ...counts];
  });
  const head = linesText([
    'Nim-values v(n) of each set, and w(m) in the sink convention.',
    'Dual: of {a, b, a + b}, w(m) = v(n) with 0 and 2 exchanged where n + m is -b modulo the period; of others, any such mirror.',
    'Proven set by set, by the periods.',
  ]);
  const table = tableText({
    head: ['sets', 'all', 'dual', 'not dual', 'no period'],
    rows,
    right: [1, 2, 3, 4],
  });
  const [additive, others] = kinds.map(([, sets]) => sets);
  const examples = [
    ...someOf(
      'Additive but not dual',
      additive.filter(({ isDual }) => isDual === false),
    ),
    ...someOf(
      'Not additive but dual',
      others.filter(({ isDual }) => isDual === true),
    ),
  ];
  return `${head}${table}${linesText(examples)}`;
}

/** Returns some of the sets in words, and the number of the others. */
function someOf(words: string, sets: readonly Duality[]): string[] {
  if (sets.length === 0) return [];
  const shown = sets.slice(0, MAX_LISTED).map(({ game, mirror }) => {
    return `  ${shownShort(game, MAX_GAME_CHARACTERS)}${mirror === null ? '' : `: ${describeMirror(mirror)}`}`;
  });
  const more = sets.length - shown.length;
  return [`${words}:`, ...shown, ...(more === 0 ? [] : [`  and ${grouped(more)} more`])];
}
