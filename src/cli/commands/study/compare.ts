/** `takeaway compare`: the first game with each of the others. */
import { grouped } from '../../../common/shown.js';
import { compareGames } from '../../../index.js';
import { describePeriod, type Comparison } from '../../../rim.js';
import { defineCommand, GAMES } from '../../command.js';
import { linesText } from '../../terminal/output.js';
import {
  COMPARED_OPTIONS,
  COMPARED_VALUES,
  compareGiven,
  describeMirror,
  shownShort,
  VALUE,
} from './compared.js';

export const command = defineCommand({
  examples: [
    ['compare "{1,3,4}" "{1,3,4,10}"', 'equal from 0 on, proven by the periods'],
    ['compare squares primes', 'where they first differ'],
    [
      'compare "{1,3,4}" "{2,6,8}" "{3,4,6}"',
      'the first with each other one; {2,6,8} is {1,3,4} scaled by 2',
    ],
  ],
  positionals: { games: GAMES },
  options: { ...COMPARED_OPTIONS, ...COMPARED_VALUES },
  run: ({ series, to, ...args }) =>
    compareGiven(
      args,
      (store, games, { signal }) => compareGames(store, games, { series, to, signal }),
      (found) => linesText(found.flatMap(describe)),
    ),
});

function describe(comparison: Comparison): string[] {
  const { first, second, series, isEqual, compared, difference, periods, scale, shift, mirror } = comparison;
  const pair = `${shownShort(first)} and ${shownShort(second)}`;
  const values = `${VALUE[series]}s`;
  if (difference === null) {
    if (isEqual === null)
      return [`${pair}: equal ${values} below ${grouped(compared ?? 0)}; no period proves more`];
    const why =
      periods.first === null ? 'they are the same game' : `both have ${describePeriod(periods.first)}`;
    return [`${pair}: equal ${values} from 0 on, proven: ${why}`];
  }
  const { position } = difference;
  const [a, b] = [difference.first, difference.second].map((value) => {
    return series === 'nim' ? grouped(value) : value === 1 ? 'cold' : 'hot';
  });
  const lines = [
    `${pair}: equal ${values} below ${grouped(position)}; at ${grouped(position)}: ${a} and ${b}`,
  ];
  const proof =
    periods.first === null || periods.second === null ? ', as far as they were compared' : ', proven';
  if (scale !== null) {
    const [long, short] = scale.stretched === 'first' ? [first, second] : [second, first];
    lines.push(
      `  ${shownShort(long)} is ${shownShort(short)} scaled by ${scale.by}: v(n) = w(floor(n/${scale.by}))${proof}`,
    );
  }
  if (shift !== null) lines.push(`  equal up to a shift: ${describeShift(shift, first, second)}, proven`);
  if (mirror !== null && shift === null)
    lines.push(
      `  ${shownShort(second)} is ${shownShort(first)} backwards: ${describeMirror(mirror)}, proven`,
    );
  return lines;
}

/** Describes a shift by positions from 0 on only. */
function describeShift(
  { by, from }: NonNullable<Comparison['shift']>,
  first: string,
  second: string,
): string {
  const [early, late] = by >= 0 ? [first, second] : [second, first];
  const start = Math.min(from, from + by);
  return `${shownShort(late)} has at n what ${shownShort(early)} has at n + ${grouped(Math.abs(by))}, for n >= ${grouped(start)}`;
}
