/** The controls of something that goes step by step: back, on, by itself at some speed, and to all of it. */
import { useEffect, useState } from 'preact/hooks';
import { Button, Field, Select } from './controls.js';

/** Milliseconds between two steps. */
const SPEEDS = [
  ['1200', 'slow'],
  ['500', 'middling'],
  ['120', 'fast'],
] as const;

interface StepsProps {
  /** Where it is. */
  readonly at: number;
  /** The step before and the one after; undefined where there is none. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly onStep: (to: number, isByHand: boolean) => void;
  readonly onLeave: () => void;
  /** What is seen at this step. A screen reader is told it where one steps by oneself. */
  readonly words: string;
}

export function Steps({ at, before, after, onStep, onLeave, words }: StepsProps) {
  const [isPlaying, play] = useState(false);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number][0]>('500');
  useEffect(() => {
    if (!isPlaying) return;
    if (after === undefined) {
      play(false);
      return;
    }
    const timer = setTimeout(() => onStep(after, false), Number(speed));
    return () => clearTimeout(timer);
  }, [isPlaying, at, speed]);
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
