/** The summary of a survey as text. */
import { grouped } from '../../../common/shown.js';
import { setText, type ReverseMexCounts, type SurveySummary } from '../../../rim.js';
import { count, duration } from '../../../words/text.js';
import { linesText, tableText } from '../../terminal/output.js';

/** Describes what a survey has found, and where it is. */
export function describeSurvey(summary: SurveySummary, output: string | undefined, seconds: number): string {
  const { max, size, series, steps, sets, isList, unproven, beyond, longest, reverseMex } = summary;
  const all = isList
    ? `${count(sets, 'set')} of at most ${count(size, 'element')} up to ${max}`
    : `${count(sets, 'set')} of ${count(size, 'element')} up to ${max} with greatest common divisor 1`;
  const missing =
    unproven === 0 ? '' : `; for ${grouped(unproven)} no period was proven by ${boundOf(steps)} values`;
  const where = output === undefined ? '' : `, in ${output}`;
  const summarized = `${all}${where}${missing}. It took ${duration(seconds)}. The longest periods:`;
  const quantities = (['nim', 'outcome'] as const).filter(
    (quantity) => series === 'both' || (series === 'nim') === (quantity === 'nim'),
  );
  const rows = longest.map((found) => [
    setText(found.set),
    ...quantities.flatMap((quantity) => [
      grouped(found[quantity]?.period ?? 0),
      grouped(found[quantity]?.preperiod ?? 0),
    ]),
  ]);
  const head = ['set', ...quantities.flatMap((quantity) => [`${quantity} period`, 'preperiod'])];
  const more = unproven > beyond.length ? ' ...' : '';
  const rest = unproven === 0 ? '' : `Not proven: ${beyond.map(setText).join(' ')}${more}\n`;
  const reversed = reverseMex === undefined ? '' : linesText([describeReverseMex(reverseMex)]);
  return linesText([summarized]) + tableText({ head, rows, right: [1, 2, 3, 4] }) + rest + reversed;
}

function describeReverseMex({ always, periodic, no, exceptions }: ReverseMexCounts): string {
  const first =
    no === 0 ? '' : `: ${exceptions.map(setText).join(' ')}${no > exceptions.length ? ' ...' : ''}`;
  return `Reverse mex holds from 0 on for ${count(always, 'set')}, only from the preperiod on for ${grouped(periodic)}, and not for ${grouped(no)}${first}`;
}

/** `2^24` where the bound is a power of 2. */
function boundOf(steps: number): string {
  const power = Math.log2(steps);
  return Number.isInteger(power) && power > 10 ? `2^${power}` : grouped(steps);
}
