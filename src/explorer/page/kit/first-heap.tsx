/** The first thing on the first page: a heap of ten that cannot be won, so that newcomers ask why. */
import { useRef, useState } from 'preact/hooks';
import { Button } from './controls.js';
import { Heap } from './heaps.js';

const SQUARES = [1, 4, 9];
/** The heap that the player to move loses, and the next larger one, which that player wins. */
const COLD = 10;
const HOT = 11;

function movesFrom(size: number): readonly number[] {
  return SQUARES.filter((move) => move <= size);
}

/** Returns whether a heap is cold. Cost: every play of it, which are few from eleven counters. */
function isCold(size: number): boolean {
  return movesFrom(size).every((move) => !isCold(size - move));
}

/** A game against the computer, which answers each move perfectly and at once. */
interface State {
  readonly first: number;
  readonly size: number;
  readonly said: string;
  readonly winner?: 'you' | 'computer';
}

function begin(first: number): State {
  return { first, size: first, said: 'Your move.' };
}

function afterMove({ first, size: before }: State, take: number): State {
  const size = before - take;
  const moves = movesFrom(size);
  if (moves.length === 0)
    return { first, size, said: `You took ${take}, and nothing is left: you win.`, winner: 'you' };
  const answer = moves.find((move) => isCold(size - move)) ?? moves[0];
  const left = size - answer;
  const said = `You took ${take}, I took ${answer}.`;
  return movesFrom(left).length === 0
    ? { first, size: left, said: `${said} You cannot move: I win.`, winner: 'computer' }
    : { first, size: left, said: `${said} Your move.` };
}

/** `whyLink` leads to the reason why ten is cold. */
export function FirstHeap({ whyLink }: { whyLink: string }) {
  const [state, setState] = useState(begin(COLD));
  const heap = useRef<HTMLElement>(null);
  const { first, size, said, winner } = state;
  const move = (take: number): void => {
    setState(afterMove(state, take));
    // The pressed button may be gone.
    heap.current!.focus({ preventScroll: true });
  };
  return (
    <section class="first-heap" aria-label="A first game" tabindex={-1} ref={heap}>
      <p>
        <strong>Take 1, 4 or 9 counters.</strong> Then I do. Who cannot move loses.
      </p>
      <Heap
        index={1}
        size={size}
        largest={HOT}
        takes={movesFrom(size)}
        take={winner === undefined ? move : undefined}
      />
      <p role="status">
        {said}
        {winner === 'computer' &&
          first === COLD &&
          ' Ten is cold: whatever you take, I can leave you a heap from which you lose.'}
      </p>
      {winner !== undefined && (
        <div class="row">
          {first === COLD && (
            <a class="button" href={whyLink}>
              Why is ten lost?
            </a>
          )}
          <Button onClick={() => setState(begin(COLD))}>Ten again</Button>
          <Button onClick={() => setState(begin(HOT))}>Eleven, which you can win</Button>
        </div>
      )}
    </section>
  );
}
