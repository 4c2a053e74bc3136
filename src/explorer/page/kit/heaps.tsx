/** Heaps as tokens to click; large heaps as a bar. */
import { useRef, useState } from 'preact/hooks';
import { MAX_LISTED } from '../../limits.js';
import { withCommas } from '../format.js';
import { Button, Form, NumberInput } from './controls.js';

/** Larger heaps are shown as a bar. */
const MAX_TOKENS = 120;
/** Buttons for numbers to take; any other number has a field. */
const MAX_BUTTONS = 14;

interface HeapProps {
  /** Its number, from 1. */
  readonly index: number;
  readonly size: number;
  /** The listed numbers that may be taken. */
  readonly takes: readonly number[];
  /** Takes from the heap; undefined if nobody can move. */
  readonly take: ((amount: number) => void) | undefined;
}

export function Heap(props: HeapProps & { readonly largest: number }) {
  const { index, size, largest } = props;
  return (
    <section class="heap card" aria-label={`Heap ${index} with ${size}`}>
      <h2>
        Heap {index}
        <span class="size">{withCommas(size)}</span>
      </h2>
      {size <= MAX_TOKENS ? (
        <Tokens {...props} />
      ) : (
        <progress aria-hidden="true" max={largest} value={size} />
      )}
      <Takes {...props} />
    </section>
  );
}

/** A click on a token takes it and all after it, if that move is allowed. */
function Tokens({ size, takes, take }: HeapProps) {
  const [marked, mark] = useState(0);
  const allowed = new Set(takes);
  return (
    <div class="tokens" aria-hidden="true" onPointerLeave={() => mark(0)}>
      {Array.from({ length: size }, (_, i) => {
        const amount = size - i;
        const canTake = take !== undefined && allowed.has(amount);
        const open = canTake && {
          title: `take ${amount}`,
          onClick: () => take(amount),
          onPointerEnter: () => mark(amount),
          onPointerLeave: () => mark(0),
        };
        const kind = `token${canTake ? ' open' : ''}${amount <= marked ? ' marked' : ''}`;
        return <span key={i} class={kind} {...open} />;
      })}
    </div>
  );
}

function Takes({ index, takes, take }: HeapProps) {
  if (takes.length === 0) return <p class="hint">Nothing can be taken.</p>;
  const isAll = takes.length <= MAX_BUTTONS;
  // The list ends with the largest numbers only if it is complete.
  const last = isAll || takes.length >= MAX_LISTED ? [] : takes.slice(-2);
  const shown = isAll ? takes : [...takes.slice(0, MAX_BUTTONS - last.length), ...last];
  return (
    <div class="row takes" role="group" aria-label={`Take from heap ${index}`}>
      <span class="label">take</span>
      {shown.map((amount) => (
        <Button
          key={amount}
          aria-disabled={take === undefined}
          aria-label={`Take ${amount} from heap ${index}`}
          onClick={() => take?.(amount)}
        >
          {withCommas(amount)}
        </Button>
      ))}
      {!isAll && <AnyNumber index={index} take={take} />}
    </div>
  );
}

/** A field for any number; the server decides whether it may be taken. */
function AnyNumber({ index, take }: Pick<HeapProps, 'index' | 'take'>) {
  const [amount, setAmount] = useState<number>();
  // Enter submits before the next render.
  const latest = useRef<number>(undefined);
  const disabled = take === undefined;
  return (
    <Form onSubmit={() => latest.current !== undefined && take?.(latest.current)}>
      <NumberInput
        placeholder="or another"
        aria-label={`Any number to take from heap ${index}`}
        disabled={disabled}
        value={amount}
        onChoose={(number) => {
          latest.current = number;
          setAmount(number);
        }}
      />
      <button type="submit" class="plain" aria-label={`Take that from heap ${index}`} disabled={disabled}>
        Take
      </button>
    </Form>
  );
}
