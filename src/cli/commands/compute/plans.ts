/** Plans of the residue-class method as text, for `extend --verbose`. */
import { tableText } from '../../terminal/output.js';
import type { PlanReport } from '../../../rim.js';
import { grouped } from '../../../common/shown.js';

/** Returns a row for each epoch and kernel that took part in it. Seconds are the sum over all threads. */
export function describePlans(plans: readonly PlanReport[]): string {
  if (plans.length === 0) return 'No epoch was solved by residue classes.';
  const head = ['epoch', 'modulus', 'chunk', 'threads', 'kernel', 'pairs', 'estimated', 'measured'];
  const rows = plans.flatMap((plan) => {
    const epoch = [
      `${grouped(plan.start)}-${grouped(plan.stop)}`,
      String(plan.modulus),
      grouped(plan.chunk),
      String(plan.threads),
    ];
    const used = plan.kernels.filter(({ pairs }) => pairs > 0);
    const lines = [
      ['plan', '-', '-', seconds(plan.planSeconds)],
      ...used.map(({ kernel, pairs, estimatedSeconds, measuredSeconds }) => [
        kernel,
        grouped(pairs),
        seconds(estimatedSeconds),
        seconds(measuredSeconds),
      ]),
    ];
    return lines.map((line, i) => [...(i === 0 ? epoch : ['', '', '', '']), ...line]);
  });
  return tableText({ head, rows, right: [1, 2, 3, 5, 6, 7] }, process.stderr).trimEnd();
}

function seconds(value: number): string {
  return `${value.toFixed(3)} s`;
}
