/** The Why panel: the moves of a position as arcs coloured by outcome, the mex written out, the winning moves to follow. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GameFacts, WhyMove, Why } from '../../contract.js';
import { withCommas } from '../format.js';
import { useJson } from '../resource.js';
import type { ViewProps } from '../view.js';
import { Button } from './controls.js';
import { Answered } from './messages.js';
import { mexWords, reasonOf } from '../../../words/reasons.js';

/** Size of the drawing in its own units. */
const WIDTH = 400;
const HEIGHT = 110;
const LINE = 88;
const SIDE = 14;
const MAX_BUTTONS = 12;

interface WhyProps extends Pick<ViewProps, 'has' | 'link'> {
  readonly facts: GameFacts;
  readonly position: number;
  /** Opens the panel for another position, or closes it. */
  readonly why: (position: number | undefined) => void;
}

/** A panel alongside every view. It takes the focus, and returns it when it closes. */
export function Why({ facts, position, why, has, link }: WhyProps) {
  const asked = { game: facts.definition, position: String(position) };
  const known = useJson('why', asked, facts.version);
  const title = useRef<HTMLHeadingElement>(null);
  // In the same frame as the panel, so that a key pressed on sight reaches it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  useLayoutEffect(() => title.current!.focus(), [position]);
  const close = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') why(undefined);
  };
  // Ignores the answer for the previous position.
  const answer = known.answer?.position === position ? known.answer : undefined;
  return (
    <aside class="why card" aria-labelledby="why-title" onKeyDown={close}>
      <div class="row">
        <h2 id="why-title" ref={title} tabindex={-1}>
          Why is {withCommas(position)} {answer === undefined ? 'hot or cold' : answer.cold ? 'cold' : 'hot'}?
        </h2>
        <Button class="quiet" onClick={() => why(undefined)}>
          Close
        </Button>
      </div>
      <Answered to={{ ...known, answer }}>
        {(found) => (
          <>
            <p>{reasonOf(found, withCommas)}</p>
            <Arcs {...found} />
            <Mex {...found} />
            <Moves {...found} why={why} />
            <p class="row">
              <a href={link('positions', { n: position })}>See it among the positions</a>
              {has('play') && position > 0 && (
                <a href={link('play', { heaps: String(position) })}>Play from it</a>
              )}
            </p>
          </>
        )}
      </Answered>
    </aside>
  );
}

function Mex({ reached, nimValue, declared, moveCount }: Why) {
  if (reached === null || nimValue === null || declared !== null) return null;
  return (
    <p>
      Its nim-value is <strong>{mexWords(reached, nimValue, withCommas)}</strong>
      {moveCount === 0 ? '.' : ': the least number that is no nim-value of a position that a move leads to.'}
    </p>
  );
}

/** Arcs from the position to its options, on the line of positions below it. */
function Arcs({ position, moves, cold }: Why) {
  if (moves.length === 0) return null;
  const low = Math.min(...moves.map(({ to }) => to));
  const place = (n: number): number => SIDE + ((WIDTH - 2 * SIDE) * (n - low)) / (position - low);
  const arc = ({ to }: WhyMove): string => {
    const [from, end] = [place(position), place(to)];
    const height = Math.max(8, ((LINE - 8) * (from - end)) / (WIDTH - 2 * SIDE));
    return `M ${from} ${LINE} C ${from} ${LINE - height} ${end} ${LINE - height} ${end} ${LINE}`;
  };
  // Winning moves are drawn over the others.
  const drawn = [...moves].sort((a, b) => Number(a.cold) - Number(b.cold));
  return (
    <svg class="arcs" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line x1={SIDE} x2={WIDTH - SIDE} y1={LINE} y2={LINE} />
      {drawn.map((move) => (
        <g key={move.take} class={move.cold ? 'cold' : 'hot'}>
          <path d={arc(move)} />
          <circle cx={place(move.to)} cy={LINE} r={4} />
        </g>
      ))}
      <circle class={cold ? 'cold here' : 'hot here'} cx={place(position)} cy={LINE} r={6} />
      <text x={SIDE} y={HEIGHT - 4}>
        {withCommas(low)}
      </text>
      <text class="end" x={WIDTH - SIDE} y={HEIGHT - 4}>
        {withCommas(position)}
      </text>
    </svg>
  );
}

/** The winning moves, or else the first moves, each with a button that asks why. */
function Moves({ moves, cold, moveCount, winningCount, why }: Why & Pick<WhyProps, 'why'>) {
  const of = cold ? moves : moves.filter((move) => move.cold);
  // A long list of moves is cut, and the part here may lack the winning ones.
  if (of.length === 0) return null;
  const shown = of.slice(0, MAX_BUTTONS);
  const more = (cold ? moveCount : (winningCount ?? shown.length)) - shown.length;
  return (
    <>
      <h3>{cold ? 'Moves, none of which wins' : 'Winning moves'}</h3>
      <ul class="chips">
        {shown.map(({ take, to, nimValue }) => (
          <li key={take}>
            <Button class="inline" onClick={() => why(to)}>
              take {withCommas(take)}, leave {withCommas(to)}
              {cold && nimValue !== null ? ` (${withCommas(nimValue)})` : ''}
            </Button>
          </li>
        ))}
        {more > 0 && <li>and {withCommas(more)} more</li>}
      </ul>
    </>
  );
}
