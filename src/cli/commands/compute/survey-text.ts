/** The summary of a survey as text. */
import { grouped, shellWord } from '../../../common/shown.js';
import {
  describePeriod,
  setText,
  type Counterexample,
  type Refutation,
  type ReverseMexCounts,
  type SurveySummary,
} from '../../../rim.js';
import { asLines, count, duration } from '../../../words/text.js';
import { linesText, tableText } from '../../terminal/output.js';

/** Describes the findings of a survey, and its output. */
export function describeSurvey(summary: SurveySummary, output: string | undefined, seconds: number): string {
  const { max, size, series, limit, sets, isList, unproven, beyond, longest, reverseMex, refuted } = summary;
  const { excluded = false } = summary;
  const gameOf = (set: readonly number[]): string => `${excluded ? 'all-but' : ''}${setText(set)}`;
  if (refuted?.counterexample)
    return describeCounterexample(refuted, refuted.counterexample, gameOf(refuted.counterexample.set));
  const coprime = isList || excluded ? '' : ' with greatest common divisor 1';
  const all =
    (excluded ? 'All numbers but those of ' : '') +
    `${count(sets, 'set')} of ${isList ? 'at most ' : ''}${count(size, 'element')} up to ${max}${coprime}`;
  const missing =
    unproven === 0 ? '' : `; for ${grouped(unproven)} no period was proven by ${boundOf(limit)} values`;
  const where = output === undefined ? '' : `, in ${output}`;
  const tried =
    refuted === undefined
      ? ''
      : `No counterexample among ${count(refuted.sets, 'set')}` +
        (refuted.undecided === 0 ? '. ' : `; ${grouped(refuted.undecided)} could not be decided. `);
  const summarized = `${tried}${all}${where}${missing}. It took ${duration(seconds)}. The longest periods:`;
  const quantities = (['nim', 'outcome'] as const).filter(
    (quantity) => series === 'both' || (series === 'nim') === (quantity === 'nim'),
  );
  const hasSaltus = excluded && series !== 'cold';
  const rows = longest.map((found) => [
    gameOf(found.set),
    ...quantities.flatMap((quantity) => [
      grouped(found[quantity]?.period ?? 0),
      grouped(found[quantity]?.preperiod ?? 0),
    ]),
    ...(hasSaltus ? [grouped(found.nim?.saltus ?? 0)] : []),
    ...(found.collisions === undefined ? [] : [grouped(found.collisions ?? 0)]),
  ]);
  const head = ['set', ...quantities.flatMap((quantity) => [`${quantity} period`, 'preperiod'])];
  if (hasSaltus) head.push('saltus');
  if (longest[0]?.collisions !== undefined) head.push('collisions');
  const more = unproven > beyond.length ? ' ...' : '';
  const rest = unproven === 0 ? '' : `Not proven: ${beyond.map(gameOf).join(' ')}${more}\n`;
  const reversed = reverseMex === undefined ? '' : linesText([describeReverseMex(reverseMex)]);
  return linesText([summarized]) + tableText({ head, rows, right: [1, 2, 3, 4, 5] }) + rest + reversed;
}

/** Describes a counterexample with its proof, and the commands that repeat them. */
function describeCounterexample(
  { condition, sets, undecided }: Refutation,
  found: Counterexample,
  game: string,
): string {
  const { values } = found;
  const unknown = undecided === 0 ? '' : `, of which ${grouped(undecided)} could not be decided`;
  const proofs = PROVEN.flatMap(([quantity, words]) => {
    const period = found[quantity];
    if (period === null) return [];
    const { needed, seen, examined } = period;
    return [
      `${words}: ${describePeriod(period)}; ${grouped(needed)} consecutive equalities are needed, ` +
        `${grouped(seen)} seen in [0, ${grouped(examined)}).`,
    ];
  });
  const facts = linesText([
    `${game} is a counterexample, the first among ${count(sets, 'set')}${unknown}.`,
    ...Object.entries(values).map(
      ([name, value]) => `  ${name} = ${value === null ? 'unknown' : String(value)}`,
    ),
    ...proofs,
  ]);
  // Lines to paste are not wrapped.
  const commands = asLines([
    `Again: takeaway survey ${shellWord(game)} --refute ${shellWord(condition)}`,
    `Its proof: takeaway period ${shellWord(game)}`,
  ]);
  return facts + commands;
}

const PROVEN = [
  ['nim', 'Nim-values'],
  ['outcome', 'Outcomes'],
] as const;

function describeReverseMex({ always, periodic, no, exceptions }: ReverseMexCounts): string {
  const first =
    no === 0 ? '' : `: ${exceptions.map(setText).join(' ')}${no > exceptions.length ? ' ...' : ''}`;
  return `Reverse mex holds from 0 on for ${count(always, 'set')}, only from the preperiod on for ${grouped(periodic)}, and not for ${grouped(no)}${first}`;
}

/** Returns `2^24` for a power of 2. */
function boundOf(limit: number): string {
  const power = Math.log2(limit);
  return Number.isInteger(power) && power > 10 ? `2^${power}` : grouped(limit);
}
