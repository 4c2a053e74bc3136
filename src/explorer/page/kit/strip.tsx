/** The first positions as cells with their nim-values; and the sieve that finds the cold ones among them, step by step. */
import { useEffect, useState } from 'preact/hooks';
import type { GameFacts } from '../../contract.js';
import type { ViewProps } from '../view.js';
import { Button, Field, Select } from './controls.js';
import { sieveAt, sieveLength, stepWords, type Mark } from './sieve.js';

/** Positions that are shown. */
const LENGTH = 46;
/** Milliseconds between two steps. */
const SPEEDS = [
  ['1200', 'slow'],
  ['500', 'middling'],
  ['120', 'fast'],
] as const;

type StripProps = Pick<ViewProps<'overview'>, 'facts' | 'values' | 'note' | 'why'>;

/** With a step in the address the sieve is shown, else what is known. */
export function Strip(props: StripProps) {
  const { facts, values, note, why } = props;
  if (values.sieve !== undefined) return <Sieve {...props} steps={values.sieve} />;
  return (
    <>
      <Cells kinds={knownOf(facts)} values={facts.firstNim} why={why} />
      <p>
        <Button onClick={() => note({ sieve: 0 }, 'push')}>Watch the sieve find the cold ones</Button>
      </p>
    </>
  );
}

/** Beyond the last cold position that is listed nothing is claimed. */
function knownOf({ firstCold, firstNim, series }: GameFacts): Mark[] {
  const length = Math.min(LENGTH, series.cold.reach);
  const cold = new Set(firstCold);
  const shown = firstNim.length > 0 ? length : Math.min(length, (firstCold.at(-1) ?? 0) + 1);
  return Array.from({ length: shown }, (_, n) => (cold.has(n) || firstNim[n] === 0 ? 'cold' : 'hot'));
}

function Sieve({ facts, note, why, steps }: StripProps & { steps: number }) {
  const length = sieveLength(facts, LENGTH);
  const step = sieveAt(facts, length, steps);
  const [isPlaying, play] = useState(false);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number][0]>('500');
  const isEnd = steps >= length;
  const to = (next: number): void => note({ sieve: Math.max(0, Math.min(length, next)) });
  useEffect(() => {
    if (!isPlaying) return;
    if (isEnd) {
      play(false);
      return;
    }
    const timer = setTimeout(() => to(steps + 1), Number(speed));
    return () => clearTimeout(timer);
  }, [isPlaying, steps, speed]);
  return (
    <section aria-label="The sieve">
      <Cells kinds={step.marks} at={step.at} hits={step.hits} why={why} />
      <p class="says" role={isPlaying ? undefined : 'status'}>
        {stepWords(step)}
      </p>
      <div class="controls">
        <Button disabled={steps === 0} onClick={() => to(steps - 1)}>
          Back
        </Button>
        <Button disabled={isEnd} onClick={() => to(steps + 1)}>
          Step
        </Button>
        <Button
          onClick={() => {
            if (isEnd) to(0);
            play(!isPlaying);
          }}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Field label="speed">
          <Select options={SPEEDS} value={speed} onChoose={setSpeed} />
        </Field>
        <Button class="quiet" onClick={() => to(0)}>
          From the start
        </Button>
        <Button class="quiet" onClick={() => note({ sieve: undefined }, 'push')}>
          Show all
        </Button>
      </div>
    </section>
  );
}

interface CellsProps {
  readonly kinds: readonly Mark[];
  /** Nim-values, where they are shown. */
  readonly values?: readonly number[];
  /** The position that was decided last, and those that it has marked. */
  readonly at?: number | undefined;
  readonly hits?: readonly number[];
  readonly why: (position: number) => void;
}

/** Positions as cells, cold ones marked by shape too; a click asks why. */
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
