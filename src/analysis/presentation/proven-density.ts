/** The proven share of cold positions, as a sentence and as a line in the figure of the density. */
import { label, lineOfFit, type Point } from '../../figures/parts.js';
import { COLOURS, type Axis, type Part, type Size } from '../../figures/theme.js';
import { gcd } from '../../common/divisors.js';
import type { ReportFacts } from '../../report/parts/facts.js';
import { withCommas } from '../../words/typeset.js';
import { isCountable, type ProvenDensity } from '../counting/proven-density.js';

export function hasProvenDensity({ periods, cold, firstCold }: ReportFacts): boolean {
  const known = periods.outcome ?? (periods.nim?.saltus === 0 ? periods.nim : null);
  return known !== null && isCountable(known, cold.frontier) && firstCold.some((n) => n >= known.preperiod);
}

/** Returns `Of any 3 positions in a row from position 4 on, exactly 1 is cold. So n/3 positions below n are cold, ...` */
export function provenSentence(proven: ProvenDensity): string {
  const { preperiod, period, cold } = proven;
  const positions = period === 1 ? 'position' : `${withCommas(period)} positions in a row`;
  const from = preperiod === 0 ? '' : ` from position ${withCommas(preperiod)} on`;
  const share = `Of any ${positions}${from}, exactly ${withCommas(cold)} ${cold === 1 ? 'is' : 'are'} cold`;
  return `${share}. So ${shareOf(proven)} positions below n are cold, to within a constant; the period proves it.`;
}

/** Returns the line, which belongs under the dots, and its formula in a free corner. */
export function provenLine(
  proven: ProvenDensity,
  points: readonly Point[],
  [x, y]: readonly [Axis, Axis],
  { width, height }: Size,
): Part[] {
  const line = { coefficient: proven.cold / proven.period, exponent: 1 };
  const place = { x: width - 12, y: height - 12 };
  return [
    lineOfFit(line, points, x, y),
    label(`${shareOf(proven)}, proven`, place, { color: COLOURS.fit, align: 'right', fontSize: 15 }),
  ];
}

/** Returns `n/3`, `3n/7`. */
function shareOf({ cold, period }: ProvenDensity): string {
  const common = gcd(cold, period);
  const [above, below] = [cold / common, period / common];
  return `${above === 1 ? '' : withCommas(above)}n${below === 1 ? '' : `/${withCommas(below)}`}`;
}
