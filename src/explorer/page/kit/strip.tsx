/** The first positions as cells with their nim-values; and the sieve that finds the cold ones, step by step. */
import type { GameFacts } from '../../contract.js';
import { SIEVED_ON_STRIP } from '../address.js';
import type { ViewProps } from '../view.js';
import { Button } from './controls.js';
import { sieveAt, sieveLength, stepWords, type Mark } from './sieve.js';
import { Steps } from './steps.js';

type StripProps = Pick<ViewProps<'overview'>, 'facts' | 'values' | 'note' | 'why' | 'picked'>;

/** Shows the sieve if the address has a step, and the known values otherwise. */
export function Strip(props: StripProps) {
  const { facts, values, note, why, picked } = props;
  if (values.sieve !== undefined) return <Sieve {...props} steps={values.sieve} />;
  return (
    <>
      <Cells kinds={knownOf(facts)} values={facts.firstNim} at={picked} why={why} />
      <p class="hint">
        Small: the position.
        {facts.firstNim.length > 0 &&
          ' Large: its nim-value, the least number that is no nim-value of a position that a move leads to.'}{' '}
        Filled: cold, where the player to move loses.
      </p>
      <p>
        <Button onClick={() => note({ sieve: 0 }, 'push')}>Watch the sieve find the cold ones</Button>
      </p>
    </>
  );
}

/** Makes no claim beyond the last listed cold position. */
function knownOf({ firstCold, firstNim, series }: GameFacts): Mark[] {
  const length = Math.min(SIEVED_ON_STRIP, series.cold.reach);
  const cold = new Set(firstCold);
  const shown = firstNim.length > 0 ? length : Math.min(length, (firstCold.at(-1) ?? 0) + 1);
  return Array.from({ length: shown }, (_, n) => (cold.has(n) || firstNim[n] === 0 ? 'cold' : 'hot'));
}

function Sieve({ facts, note, why, steps }: StripProps & { steps: number }) {
  const length = sieveLength(facts, SIEVED_ON_STRIP);
  const step = sieveAt(facts, length, steps);
  return (
    <section aria-label="The sieve">
      <Cells kinds={step.marks} at={step.at} hits={step.hits} why={why} />
      <Steps
        at={steps}
        before={steps === 0 ? undefined : Math.min(steps, length) - 1}
        after={steps >= length ? undefined : steps + 1}
        words={stepWords(step)}
        onStep={(sieve, isByHand) => note({ sieve }, isByHand ? 'gesture' : 'replace')}
        onLeave={() => note({ sieve: undefined }, 'push')}
      />
    </section>
  );
}

interface CellsProps {
  readonly kinds: readonly Mark[];
  /** Nim-values, if they are shown. */
  readonly values?: readonly number[];
  /** The position that is explained or was decided last, and the ones it has marked. */
  readonly at?: number | undefined;
  readonly hits?: readonly number[];
  readonly why: (position: number) => void;
}

/** Positions as cells; cold ones differ by shape too. A click asks why. */
function Cells({ kinds, values = [], at, hits = [], why }: CellsProps) {
  const sign = { cold: '●', hot: '\u00a0', open: '?' };
  return (
    <ol class="strip" start={0} aria-label="The first positions, with nim-values where they are known">
      {kinds.map((kind, n) => (
        <li key={n} class={`${kind}${n === at ? ' now' : ''}${hits.includes(n) ? ' hit' : ''}`}>
          <Button title={`Why is ${n} what it is?`} onClick={() => why(n)}>
            <span class="n">{n}</span>
            <span class="value">{values[n] ?? sign[kind]}</span>
            <span class="unseen"> {kind}</span>
          </Button>
        </li>
      ))}
    </ol>
  );
}
