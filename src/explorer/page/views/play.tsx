/**
 * Play: a match against the computer, or between two people at one screen. The address holds its whole state, including the
 * moves. The server computes what follows, and the address changes once the server has accepted a move.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HeapMove, Level, MatchAnswer, Player, ReviewedTurn } from '../../contract.js';
import type { Change, Values } from '../address.js';
import { MAX_LISTED } from '../../limits.js';
import { getJson } from '../api.js';
import { Download } from '../charts/save.js';
import { withCommas } from '../format.js';
import { Button, Field, Form, RuleSelect, Select, Table } from '../kit/controls.js';
import { Heap } from '../kit/heaps.js';
import { ErrorBox } from '../kit/messages.js';
import { Command } from '../kit/words.js';
import { useJson, useOwnResource } from '../resource.js';
import type { How, ViewProps } from '../view.js';

const LEVELS = [
  ['random', 'computer, random'],
  ['easy', 'computer, easy'],
  ['medium', 'computer, medium'],
  ['hard', 'computer, hard'],
  ['perfect', 'computer, perfect'],
  ['person', 'another person here'],
] as const;
/** The computer waits, so that its move is noticed. */
const THINKING_MS = 650;
/** Moves that a hint names. */
const MAX_HINTED = 3;

/** An accepted request: the match, the change of the address, and its effect on the history. */
interface Agreed {
  readonly next: MatchAnswer;
  readonly change: Change<'play'>;
  readonly how: How;
  /** The requested match, by `matchKey`. */
  readonly key: string;
}

interface Also {
  readonly reply?: Level;
  readonly heapsOf?: (until: AbortSignal) => Promise<string>;
}

export function Play({ facts, values, note }: ViewProps<'play'>) {
  const { definition, version } = facts;
  const match = useOwnResource<Agreed>();
  const number = useRef(0);
  const heaps = useRef<HTMLInputElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const [isHinted, hint] = useState(false);
  const { answer: agreed, error, isBusy } = match.state.value;
  const answer = agreed?.next;
  // Timers and answers arrive after the address has changed.
  const latest = useRef(values);
  latest.current = values;
  const isBetweenPeople = values.level === 'person';
  const isOver = answer !== undefined && answer.winner !== null;
  const isOpen = answer !== undefined && !isOver && !isBusy && (isBetweenPeople || answer.next === 'you');
  const names = isBetweenPeople ? PEOPLE : AGAINST_COMPUTER;

  /**
   * Requests a match that differs from the one in the address. Asks for winning moves too, so that a match the computer could not
   * answer is refused at once.
   */
  function ask(change: Change<'play'>, how: How, { reply, heapsOf }: Also = {}): void {
    hint(false);
    match.ask(String(++number.current), async (until) => {
      const chosen = heapsOf === undefined ? change : { ...change, heaps: await heapsOf(until) };
      const { heaps: sizes, misere, first, moves } = { ...latest.current, ...chosen };
      const asked = { game: definition, heaps: sizes, misere, first, moves, reply, hint: true };
      const next = await getJson('match', asked, until);
      const made = movesText(next.turns.map(({ move }) => move));
      const key = matchKey({ ...latest.current, ...chosen, moves: made });
      return { next, change: { ...chosen, moves: made }, how, key };
    });
  }

  /** Begins a match with the heaps of the field, or with random ones if it is empty. */
  function begin(change: Change<'play'> = {}): void {
    const sizes = heaps.current!.value.trim();
    if (sizes === '') random(change);
    else ask({ ...change, heaps: sizes, moves: undefined }, 'push');
  }

  function random(change: Change<'play'> = {}): void {
    const { misere, first, heaps: before } = { ...values, ...change };
    const heapsOf = async (until: AbortSignal): Promise<string> =>
      (await getJson('match/new', { game: definition, misere, first }, until)).heaps.join(' ');
    // An address without heaps is no match to come back to.
    ask({ ...change, moves: undefined }, before === undefined ? 'replace' : 'push', { heapsOf });
  }

  function move(wanted: HeapMove): void {
    if (isOpen) ask({ moves: movesText([...answer.turns.map((turn) => turn.move), wanted]) }, 'push');
  }

  /** Takes back the person's last move and the answer to it. */
  function takeBack(): void {
    const mine = answer!.turns.findLastIndex(({ player }) => isBetweenPeople || player === 'you');
    ask({ moves: movesText(answer!.turns.slice(0, mine).map((turn) => turn.move)) }, 'push');
  }

  // The address is that of the accepted match, until someone navigates.
  const key = matchKey(values);
  useEffect(() => {
    if (values.heaps === undefined) random();
    else if (key !== match.state.peek().answer?.key) ask({}, 'replace');
  }, [key]);
  // The board and the address change in the same frame.
  useLayoutEffect(() => {
    if (agreed === undefined) return;
    note(agreed.change, agreed.how);
    if (agreed.change.heaps !== undefined) heaps.current!.value = agreed.change.heaps;
    // The pressed button may be gone.
    if (agreed.next.turns.length > 0 && document.activeElement === document.body)
      board.current?.focus({ preventScroll: true });
  }, [agreed]);
  useEffect(() => {
    if (isBetweenPeople || isOver || isBusy || error !== undefined || answer?.next !== 'computer') return;
    const thinking = setTimeout(() => ask({}, 'replace', { reply: values.level as Level }), THINKING_MS);
    return () => clearTimeout(thinking);
  }, [agreed, isBetweenPeople, isBusy, error]);

  const canUndo = isOpen || (answer !== undefined && !isBusy && (isOver || error !== undefined));
  const hasMoved = answer?.turns.some(({ player }) => isBetweenPeople || player === 'you') === true;
  return (
    <>
      <Form onSubmit={() => begin()}>
        <Field label="heaps">
          <input ref={heaps} name="heaps" defaultValue={values.heaps} placeholder="such as 7 15 30" />
        </Field>
        <Field label="against">
          <Select options={LEVELS} value={values.level} onChoose={(level) => note({ level })} />
        </Field>
        <Field label="first">
          <Select
            options={PLAYERS.map((player) => [player, names[player].begins] as const)}
            value={values.first}
            onChoose={(first) => begin({ first })}
          />
        </Field>
        <Field label="rule">
          <RuleSelect isMisere={values.misere} onChoose={(misere) => begin({ misere })} />
        </Field>
        <button type="submit">Start</button>
        <Button class="quiet" onClick={() => random()}>
          Random heaps
        </Button>
      </Form>
      <ErrorBox error={error} />
      <p class="says" role="status">
        {answer === undefined ? (
          error !== undefined &&
          values.moves !== undefined && (
            <Button onClick={() => ask({ moves: undefined }, 'push')}>Begin this match anew</Button>
          )
        ) : isHinted && isOpen ? (
          hintOf(answer, names)
        ) : (
          <>
            {lastMove(answer, names)}
            {answer.winner !== null
              ? `${names[answer.winner].wins}${values.misere ? ' (in misere play who moves last loses)' : ''}.`
              : isOpen
                ? `${names[answer.next].turn}.`
                : error !== undefined
                  ? 'The computer could not move.'
                  : answer.next === 'computer' && !isBetweenPeople
                    ? 'The computer is thinking …'
                    : '…'}
          </>
        )}
      </p>
      {answer !== undefined && (
        <div ref={board} class="board" tabindex={-1} aria-busy={isBusy}>
          {answer.heaps.map((size, i) => (
            <Heap
              key={i}
              index={i + 1}
              size={size}
              takes={answer.takes[i]}
              largest={Math.max(...answer.heaps, 1)}
              take={isOpen ? (take) => move({ heap: i + 1, take }) : undefined}
            />
          ))}
        </div>
      )}
      <div class="row">
        <Button disabled={!isOpen} onClick={() => hint(true)}>
          Hint
        </Button>
        <Button disabled={!canUndo || !hasMoved} onClick={takeBack}>
          Undo
        </Button>
        {isOver && <Button onClick={() => ask({ moves: undefined }, 'push')}>Play again</Button>}
        <Download words="Worksheet to print" path="worksheet" parameters={{ game: definition }} />
      </div>
      {isOver && (
        <Review
          {...{ game: definition, version, values, names }}
          turns={answer.turns.length}
          onFrom={(turns) => ask({ moves: movesText(turns) }, 'push')}
        />
      )}
      {answer !== undefined && <Command text={answer.command} does="the same in the terminal" />}
    </>
  );
}

const PLAYERS: readonly Player[] = ['you', 'computer'];
/** Words about the players. */
type Names = Readonly<Record<Player, Said>>;
type Said = Readonly<Record<'who' | 'begins' | 'turn' | 'wins' | 'took' | 'can', string>>;
/** Returns words about a player whose name begins a sentence. */
function named(name: string): Said {
  return {
    ...{ who: name, begins: `${name} begins`, turn: `${name} is to move` },
    ...{ wins: `${name} wins`, took: `${name} took`, can: `${name} can` },
  };
}
const AGAINST_COMPUTER: Names = {
  you: {
    ...{ who: 'you', begins: 'you begin', turn: 'Your move' },
    ...{ wins: 'You win', took: 'You took', can: 'You can' },
  },
  computer: { ...named('The computer'), who: 'computer', begins: 'the computer begins' },
};
const PEOPLE: Names = { you: named('Anna'), computer: named('Ben') };

function matchKey({ heaps, misere, first, moves }: Values<'play'>): string {
  return JSON.stringify([heaps, misere, first, moves]);
}

function movesText(moves: readonly HeapMove[]): string | undefined {
  return moves.length === 0 ? undefined : moves.map(({ heap, take }) => `${heap}:${take}`).join(',');
}

function moveWords({ heap, take }: HeapMove): string {
  return `take ${withCommas(take)} from heap ${heap}`;
}

function lastMove({ turns }: MatchAnswer, names: Names): string {
  const last = turns.at(-1);
  return last === undefined
    ? ''
    : `${names[last.player].took} ${withCommas(last.move.take)} from heap ${last.move.heap}. `;
}

/** Describes the winning moves of the next player. */
function hintOf({ winning, next }: MatchAnswer, names: Names): string {
  if (winning === null || winning.length === 0)
    return 'No move wins against best play. Take little, and wait for a mistake.';
  const best = winning.slice(0, MAX_HINTED).map(moveWords).join(', or ');
  const more = winning.length > MAX_HINTED ? ` (and ${others(winning, MAX_HINTED)} more)` : '';
  return `${names[next].can} win: ${best}${more}.`;
}

/** Returns the number of winning moves that are not named. */
function others(winning: readonly HeapMove[], named: number): string {
  return winning.length < MAX_LISTED ? withCommas(winning.length - named) : 'many';
}

interface ReviewProps {
  readonly game: string;
  readonly version: string;
  readonly values: Values<'play'>;
  /** Number of turns; a review of another match is not shown. */
  readonly turns: number;
  readonly names: Names;
  /** Continues after some of the turns. */
  readonly onFrom: (turns: readonly HeapMove[]) => void;
}

/** Every turn with its worth, and a button to continue from it. */
function Review({ game, version, values, turns, names, onFrom }: ReviewProps) {
  const { heaps, misere, first, moves } = values;
  const asked = { game, heaps, misere, first, moves, review: true };
  const { answer, error } = useJson('match', asked, version);
  if (error !== undefined) return <ErrorBox error={error} />;
  if (answer?.turns.length !== turns) return null;
  const rows = (answer.review ?? []).map((turn, i) => [
    i + 1,
    names[turn.player].who,
    turn.before.map(withCommas).join(' '),
    moveWords(turn.move),
    worthOf(turn),
    <Button
      class="inline"
      aria-label={`Play on from turn ${i + 1}`}
      onClick={() => onFrom((answer.review ?? []).slice(0, i).map((each) => each.move))}
    >
      from here
    </Button>,
  ]);
  return (
    <section class="review">
      <h2>How it went</h2>
      <Table
        label="Review"
        headings={[<span class="unseen">turn</span>, 'player', 'heaps', 'move', 'worth', 'play on']}
        rows={rows}
      />
    </section>
  );
}

function worthOf({ move, winning }: ReviewedTurn): string {
  if (winning.length === 0) return 'no move won';
  const isWinning = winning.some(({ heap, take }) => heap === move.heap && take === move.take);
  if (isWinning)
    return winning.length === 1 ? 'the only move that won' : `won, as did ${others(winning, 1)} more`;
  const more =
    winning.length > 1 ? `, as would ${others(winning, 1)} other${winning.length === 2 ? '' : 's'}` : '';
  return `gave the win away; ${moveWords(winning[0])} would have won${more}`;
}
