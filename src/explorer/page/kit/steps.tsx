/** Controls for steps: back, forward, play at some speed, from the start, and all. */
import { useState } from 'preact/hooks';
import { Button, Field, Select } from './controls.js';
import { usePlaying } from './playing.js';

/** Milliseconds between two steps. */
const SPEEDS = [
  ['1200', 'slow'],
  ['500', 'middling'],
  ['120', 'fast'],
] as const;

interface StepsProps {
  readonly at: number;
  /** The steps before and after; undefined if there is none. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly onStep: (to: number, isByHand: boolean) => void;
  readonly onLeave: () => void;
  /** A description of the step. A screen reader reads it unless it plays by itself. */
  readonly words: string;
}

export function Steps({ at, before, after, onStep, onLeave, words }: StepsProps) {
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number][0]>('500');
  const next = after === undefined ? undefined : () => onStep(after, false);
  const [isPlaying, play] = usePlaying(at, next, Number(speed));
  return (
    <>
      <p class="says step" role={isPlaying ? undefined : 'status'}>
        {words}
      </p>
      <div class="controls">
        <Button disabled={before === undefined} onClick={() => onStep(before!, true)}>
          Back
        </Button>
        <Button disabled={after === undefined} onClick={() => onStep(after!, true)}>
          Step
        </Button>
        <Button
          onClick={() => {
            if (after === undefined) onStep(0, true);
            play(!isPlaying);
          }}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Field label="speed">
          <Select options={SPEEDS} value={speed} onChoose={setSpeed} />
        </Field>
        <Button class="quiet" onClick={() => onStep(0, true)}>
          From the start
        </Button>
        <Button class="quiet" onClick={onLeave}>
          Show all
        </Button>
      </div>
    </>
  );
}
