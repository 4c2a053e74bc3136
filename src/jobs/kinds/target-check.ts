/** The job that checks a target of a certificate against values given by hash. The thread caches the game. */
import { checkCold } from '../../certificate/checks/cold.js';
import { checkMex } from '../../certificate/checks/mex.js';
import type { Check, CheckName, Findings } from '../../certificate/checks/request.js';
import type { SeriesName } from '../../columnar/layout.js';
import { oneOf } from '../../common/one-of.js';
import { intersect, lengthOf, type Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import { gameOf, readNamedGame, type NamedGame } from './game.js';
import { orInvalid, type JobKind } from '../job.js';
import { integerOf, listOf, objectOf, rangeOf, textOf } from '../reading.js';
import { namedView, readNamed, type NamedColumn } from './columns.js';

export interface TargetInput extends Range, NamedGame {
  readonly check: CheckName;
  readonly modulus: number;
  /** Runs that cover all positions below `stop`. */
  readonly known: readonly NamedColumn[];
}

/** The checks of a target, against all positions up to its end. */
export const TARGET_CHECKS: { readonly [Name in CheckName]: Check<Name> } = {
  cold: checkCold,
  mex: checkMex,
};

const SERIES_OF: Readonly<Record<CheckName, SeriesName>> = { cold: 'cold', mex: 'nim' };
const MAX_MODULUS = 2 ** 16;
/** The game and kernels of this thread's latest check; unset while a check runs, and after a failure. */
let latest: { readonly key: string; readonly game: Game; readonly context: KernelContext } | undefined;

const CHECK_NAMES = Object.keys(TARGET_CHECKS) as CheckName[];

export const TARGET_CHECK: JobKind<TargetInput, Findings[CheckName]> = {
  name: 'certificate-target',
  readInput(json) {
    const fields = objectOf(json);
    const check = oneOf(textOf(fields.check), CHECK_NAMES, 'The check');
    return {
      ...readNamedGame(fields),
      check,
      ...rangeOf(fields),
      modulus: integerOf(fields.modulus, 1, MAX_MODULUS),
      known: listOf(fields.known, 2 ** 20, (one) => readNamed(one, SERIES_OF[check])),
    };
  },
  async compute(input, context) {
    const { key, check, start, stop, modulus, known } = input;
    const values = namedView(SERIES_OF[check], known, context);
    const tools = latest?.key === key ? latest : { key, game: gameOf(input), context: createKernelContext() };
    latest = undefined;
    const findings = await TARGET_CHECKS[check]({
      game: tools.game,
      context: tools.context,
      modulus,
      target: { start, stop, lower: known.map((run) => intersect(run, { start: 0, stop })) },
      read: (range) => values.read(range),
      breathe: breather(undefined),
    });
    latest = tools;
    return { data: findings, blobs: [] };
  },
  most: () => 0,
  readResult: ({ check, ...target }, { data }) => orInvalid(() => READERS[check](data, target)),
};

const READERS: { readonly [Name in CheckName]: (json: unknown, target: Range) => Findings[Name] } = {
  cold(json, target) {
    const { coldCount, pair, outsider } = objectOf(json);
    const count = integerOf(coldCount, 0, lengthOf(target));
    return { coldCount: count, pair: positionIn(pair, target), outsider: positionIn(outsider, target) };
  },
  mex(json, target) {
    const { wrong, needed } = objectOf(json);
    const bytes = needed === null ? null : integerOf(needed);
    if (wrong === null) return { wrong, needed: bytes };
    const { position, value, of } = objectOf(wrong);
    const at = integerOf(position, target.start, target.stop - 1);
    return { wrong: { position: at, value: integerOf(value), of: integerOf(of) }, needed: bytes };
  },
};

function positionIn(json: unknown, { start, stop }: Range): number | null {
  return json === null ? null : integerOf(json, start, stop - 1);
}
