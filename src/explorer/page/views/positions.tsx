/**
 * Positions: a table scrolled to any n. The scroller holds a window of rows that moves along, so that its height does not grow
 * with n; rows are requested as they scroll into view.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GameFacts, PositionRow, PositionsAnswer } from '../../contract.js';
import type { Values } from '../address.js';
import { getJson } from '../api.js';
import { clamp, withCommas } from '../format.js';
import { Button, Field, Form, NumberInput } from '../kit/controls.js';
import { ErrorBox } from '../kit/messages.js';
import { Command } from '../kit/words.js';
import { Pages, usePages } from '../pages.js';
import { arrival } from '../state.js';
import type { ViewProps } from '../view.js';

/** Height of a row in pixels, as in views.css. */
const ROW = 34;
/** Rows of the scroller: some 340,000 pixels, which every browser supports. */
const STRETCH = 10_000;
/** Rows from an end of the window at which it moves. */
const NEAR = 500;
/** Rows beyond the visible ones. */
const BESIDE = 4;
/** From here on numbers need a wide column. */
const FAR = 1e7;
/** Rows of an answer, and answers in the cache. */
const PAGE = { length: 100, most: 60 };
/** Milliseconds of rest before the address follows. */
const AT_REST_MS = 200;

/** The positions of the scroller's first row, and of the first visible one. */
interface Look {
  readonly base: number;
  readonly first: number;
}

export function Positions({ facts, values, note, why, picked }: ViewProps<'positions'>) {
  const { reach } = facts.series.cold;
  const scroller = useRef<HTMLDivElement>(null);
  const lookAt = (n: number): Look => {
    const first = clamp(n, 0, Math.max(0, reach - 1));
    return { first, base: clamp(first - STRETCH / 2, 0, Math.max(0, reach - STRETCH)) };
  };
  const [{ base, first }, look] = useState(() => lookAt(wantedIn(values)));
  const [height, setHeight] = useState(0);
  const [wanted, setWanted] = useState<number>();
  const { definition: game, version } = facts;
  const [pages] = usePages(() => {
    const load = (from: number, stop: number, until: AbortSignal): Promise<PositionsAnswer> =>
      getJson('positions', { game, from: String(from), count: stop - from }, until);
    return [new Pages(reach, { ...PAGE, load })];
  }, [game]);
  const known = useRef(version);
  useEffect(() => {
    // The last page may have more rows now, and any row a missing value.
    if (known.current !== version) pages.grow(0, reach);
    known.current = version;
  }, [version]);
  const { loaded, error } = pages.state.value;
  const command = pages.pageOf(first)?.command;

  const rowCount = Math.min(STRETCH, reach - base);
  const start = Math.max(base, first - BESIDE);
  const stop = Math.min(base + rowCount, first + Math.ceil(height / ROW) + 1 + BESIDE);
  useLayoutEffect(() => {
    scroller.current!.scrollTop = (first - base) * ROW;
  }, [base]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setHeight(contentRect.height));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    pages.forgetWanted();
    pages.have(start, stop);
    const timer = setTimeout(
      () => note({ n: first === (values.from ?? 0) ? undefined : first }, 'replace'),
      AT_REST_MS,
    );
    return () => clearTimeout(timer);
  }, [start, stop, loaded]);
  // Runs on arrivals only: when a change of the address is drawn, someone may have scrolled on.
  useEffect(() => {
    if (wantedIn(values) !== first) moveTo(wantedIn(values));
  }, [arrival.value]);

  function moveTo(n: number): void {
    const next = lookAt(n);
    look(next);
    if (next.base === base) scroller.current!.scrollTop = (next.first - base) * ROW;
  }
  const scrolled = (): void => {
    const now = base + Math.floor(scroller.current!.scrollTop / ROW);
    // Near an end of the window it moves, and the visible rows stay in place.
    const isNearEnd = now - base > STRETCH - NEAR && base + STRETCH < reach;
    const isNearStart = now - base < NEAR && base > 0;
    if (now !== first || isNearEnd || isNearStart)
      look(isNearEnd || isNearStart ? lookAt(now) : { base, first: now });
  };
  const goTo = (n: number | undefined): void => {
    setWanted(n);
    if (n === undefined) return;
    moveTo(n);
    scroller.current!.focus();
  };
  const jump = (event: KeyboardEvent): void => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    moveTo(event.key === 'Home' ? 0 : reach - 1);
  };
  const columns = columnsOf(facts);
  return (
    <>
      <Form>
        <Field label="go to n">
          <NumberInput name="n" placeholder="2^20 or 1e15" value={wanted} onChoose={goTo} />
        </Field>
        <Button class="quiet" onClick={() => moveTo(0)}>
          Start
        </Button>
        <Button class="quiet" onClick={() => moveTo(reach - 1)}>
          End
        </Button>
        <span class="hint">
          {reach > 2 ** 52 ? 'Every position below 2⁵³ is known.' : `Known below ${withCommas(reach)}.`}
        </span>
      </Form>
      <ErrorBox error={error} />
      {wanted !== undefined && wanted >= reach && (
        <p class="notice">The positions below {withCommas(reach)} are known.</p>
      )}
      <div
        ref={scroller}
        class="scroller card"
        tabindex={0}
        role="region"
        aria-label="Positions. The keys up, down, page up, page down, home and end move."
        onScroll={scrolled}
        onKeyDown={jump}
      >
        <div
          class="spacer"
          style={{ height: `${(rowCount + 1) * ROW}px`, paddingTop: `${(start - base) * ROW}px` }}
        >
          <table
            class={stop > FAR ? 'positions far' : 'positions'}
            aria-rowcount={reach < 2 ** 31 ? reach + 1 : -1}
          >
            <thead>
              <tr>
                {['n', ...columns.map(({ heading }) => heading)].map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: Math.max(0, stop - start) }, (_, i) => start + i).map((n) => (
                <Row
                  key={n}
                  {...{ n, columns, why }}
                  row={pages.pageOf(n)?.rows[n % PAGE.length]}
                  isPicked={n === picked}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {command !== undefined && <Command text={command} does="the same on the command line" />}
    </>
  );
}

/** Returns the position of the first row that an address names. */
function wantedIn({ n, from }: Values<'positions'>): number {
  return n ?? from ?? 0;
}

interface Column {
  readonly heading: string;
  readonly cell: (row: PositionRow) => string;
}

function columnsOf({ series, hotspots, seed, isSink, passWins }: GameFacts): Column[] {
  const value = (number: number | null): string => (number === null ? '–' : withCommas(number));
  return [
    { heading: 'outcome', cell: ({ cold }) => (cold ? 'cold' : 'hot') },
    ...(series.nim.reach > 0
      ? [{ heading: 'nim-value', cell: ({ nimValue }: PositionRow) => value(nimValue) }]
      : []),
    ...(hotspots !== null || seed !== null || isSink || passWins !== null
      ? []
      : [{ heading: 'remoteness', cell: ({ remoteness }: PositionRow) => value(remoteness) }]),
    ...(passWins !== null ? [] : [{ heading: 'winning moves: take', cell: movesOf }]),
  ];
}

function movesOf({ cold, winningMoves: moves, winningCount }: PositionRow): string {
  if (cold) return 'none';
  if (moves === null) return 'too many options to look through';
  if (moves.length === 0) return 'none: declared hot';
  const more = (winningCount ?? 0) - moves.length;
  return `${moves.map(withCommas).join(', ')}${more > 0 ? ` and ${withCommas(more)} more` : ''}`;
}

interface RowProps extends Pick<ViewProps, 'why'> {
  readonly n: number;
  readonly row: PositionRow | undefined;
  readonly columns: readonly Column[];
  readonly isPicked: boolean;
}

/** A position; a click anywhere on it asks why, and so does its number by keyboard. */
function Row({ n, row, columns, why, isPicked }: RowProps) {
  const ask = (event: Event): void => {
    event.stopPropagation();
    why(n);
  };
  return (
    <tr
      class={`${row?.cold === true ? 'cold' : ''}${isPicked ? ' picked' : ''}`}
      aria-rowindex={n < 2 ** 31 ? n + 2 : undefined}
      onClick={ask}
    >
      <th scope="row">
        <Button class="inline" title={`Why is ${n} what it is?`} onClick={ask}>
          {withCommas(n)}
        </Button>
      </th>
      {columns.map(({ heading, cell }, i) => {
        const words = row && cell(row);
        return (
          <td key={heading} title={i === columns.length - 1 ? words : undefined}>
            <span class={words === undefined ? 'waiting' : i === 0 ? `mark ${words}` : undefined}>
              {words ?? '…'}
            </span>
          </td>
        );
      })}
    </tr>
  );
}
