/** The raster: positions as cells in rows of a chosen width, with the visible part in words. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { rowOfPeriods } from '../../../common/usual-figures.js';
import type { GameFacts, SeriesName } from '../../contract.js';
import { MAX_WIDTH, SIEVED_IN_RASTER } from '../address.js';
import { saveCanvas } from '../charts/save.js';
import { clamp, fileWords, withCommas } from '../format.js';
import { CompareField } from '../kit/compare.js';
import { Button, Field, NumberInput, Select, WholeSlider } from '../kit/controls.js';
import { ErrorBox } from '../kit/messages.js';
import { modulusOf, periodShown } from '../kit/modulus.js';
import { sieveAt, sieveLength, stepWords } from '../kit/sieve.js';
import { Steps } from '../kit/steps.js';
import { usePages } from '../pages.js';
import { legendOf, paletteOf, spanOf, type Colouring } from '../raster/colours.js';
import type { Outlined } from '../raster/frame.js';
import { Surface, type Cell, type SurfaceEvents } from '../raster/surface.js';
import { Tiles } from '../raster/tiles.js';
import { OutcomesOfTwo, Sieved, ValuePages } from '../raster/values.js';
import { cellWords, SightWords, valueWords, type InSight } from '../raster/words.js';
import { useGames, useJson } from '../resource.js';
import { arrival } from '../state.js';
import { isDark } from '../theme.js';
import type { How, ViewProps } from '../view.js';

/** Larger widths are typed. */
const SLIDER_END = 256;
/** Milliseconds after the last move before the address and the words follow. */
const SETTLED_MS = 250;
/** Pixels between the pointer and its words. */
const BESIDE = 14;

/** A colouring: the series of the values, and the values that are counted in words and bars. */
interface Coloured {
  readonly by: Exclude<Colouring, 'sieve'>;
  readonly words: string;
  readonly series: SeriesName;
  readonly isCounted: (value: number) => boolean;
}

const COLOURINGS: readonly Coloured[] = [
  { by: 'outcome', words: 'hot and cold', series: 'cold', isCounted: (value) => value === 1 },
  { by: 'nim', words: 'nim-values', series: 'nim', isCounted: (value) => value === 0 },
  { by: 'remoteness', words: 'remoteness', series: 'remoteness', isCounted: (value) => value % 2 === 0 },
  {
    by: 'difference',
    words: 'where the first two differ',
    series: 'cold',
    isCounted: (value) => value === 1 || value === 2,
  },
];

export function Raster({ facts, values, note, why, picked }: ViewProps<'raster'>) {
  const { answer: games = [facts], error } = useGames(facts, values);
  const colourings = COLOURINGS.filter(
    ({ by, series }) =>
      games.every((game) => game.series[series].reach > 0) && (by !== 'difference' || games.length > 1),
  );
  const colouring = colourings.find(({ by }) => by === values.by) ?? COLOURINGS[0];
  const { series, isCounted } = colouring;
  // The sieve shows one game.
  const sieved =
    values.sieve === undefined || games.length > 1
      ? undefined
      : sieveAt(facts, sieveLength(facts, SIEVED_IN_RASTER), values.sieve);
  const by = sieved === undefined ? colouring.by : 'sieve';
  const isDifference = by === 'difference';
  // The common range of all games.
  const known = Math.min(...games.map((game) => game.series[series].reach));
  const reach = sieved === undefined ? known : sieved.marks.length;
  const modulus = modulusOf(values, facts);
  const period = periodShown(facts.periods)?.period;
  const width = values.width ?? usualWidth(facts, modulus);
  const only = values.only !== undefined && values.only < width ? values.only : undefined;
  /** The position of the first row. */
  const firstOf = ({ n, from }: typeof values): number => n ?? from ?? 0;
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface>(undefined);
  const [pointed, point] = useState<Cell>();
  const [inSight, see] = useState<InSight>();
  const [cursor, setCursor] = useState<number>();
  const setWidth = (wanted: number, how?: How): void =>
    note({ width: clamp(Math.round(wanted) || 1, 1, MAX_WIDTH), only: undefined }, how);

  const pages = usePages(
    () => games.map(({ definition }) => new ValuePages(definition, series, known)),
    [series, ...games.map(({ definition }) => definition)],
  );
  useLayoutEffect(() => {
    for (const each of pages) if (each.reach !== known) each.grow(Math.min(each.reach, known), known);
  }, [pages, known]);
  const states = pages.map(({ state }) => state.value);
  // Colours suit the visible values at rest; before that, the first page.
  const { start: seenFrom = firstOf(values), stop: seenTo = seenFrom + 2 ** 18 } = inSight ?? {};
  const span = useMemo(
    () => spanOf(pages.map((each) => each.boundsIn(seenFrom, Math.min(seenTo, known)))),
    [pages, seenFrom, seenTo, known, ...states],
  );
  const dark = isDark();
  const tiles = useMemo(() => {
    const sources =
      sieved !== undefined
        ? [new Sieved(sieved)]
        : isDifference
          ? [new OutcomesOfTwo(pages[0], pages[1])]
          : pages;
    return sources.map((source) => new Tiles(source, width, paletteOf(by, span), isCounted));
  }, [pages, reach, width, span.least, span.largest, dark, by, values.sieve]);

  // Handlers of the canvas read the latest render.
  const now = { width, reach, tiles, values, setWidth, cursor, only };
  const latest = useRef(now);
  latest.current = now;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasByHand = useRef(false);
  function settle(isByHand = false): void {
    wasByHand.current ||= isByHand;
    clearTimeout(timer.current);
    timer.current = setTimeout(settled, SETTLED_MS);
  }
  /** Updates the address and the words after a move. */
  function settled(): void {
    const { width: columns, reach: end, tiles: shown, values: said } = latest.current;
    const { top, bottom } = surface.current!.inSight;
    const start = top * columns;
    const isThere = Math.floor(firstOf(said) / columns) === top;
    const scale = surface.current!.isFitted ? undefined : Number(surface.current!.look.scale.toPrecision(3));
    const seen = { width: columns, n: isThere ? said.n : start, scale };
    note(seen, wasByHand.current ? 'gesture' : 'replace');
    wasByHand.current = false;
    const counted = shown.map((each) => each.count(top, bottom));
    see({ start, stop: Math.min(end, bottom * columns), columns, counted });
  }
  const watchSieve = (): void => {
    note({ sieve: 0, n: undefined }, 'push');
    surface.current!.moveTo(0, false);
  };
  const positionOf = ({ row, column }: Cell): number => row * latest.current.width + column;
  /** Moves the cursor, or puts it on the first visible cell. */
  function step(columns: number, rows: number): void {
    const { width: across, reach: end, cursor: at } = latest.current;
    const { look, inSight: seen } = surface.current!;
    const row = at === undefined ? -1 : Math.floor(at / across);
    const next =
      at === undefined || row < seen.top || row >= seen.bottom
        ? seen.top * across + Math.floor(look.left)
        : at + columns + rows * across;
    if (next < 0 || next >= end) return;
    setCursor(next);
    surface.current!.reveal(Math.floor(next / across), next % across);
  }
  /** Shows a column alone, by default that of the cursor, or all columns if it was shown alone. */
  function choose(column: number | undefined): void {
    const { width: across, cursor: at, only: before } = latest.current;
    const chosen = column ?? (at === undefined ? undefined : at % across);
    note({ only: chosen === before ? undefined : chosen });
  }
  useLayoutEffect(() => {
    const closing = new AbortController();
    const look = { top: Math.floor(firstOf(values) / width), left: 0, scale: values.scale ?? 8 };
    const events: SurfaceEvents = {
      onLook: settle,
      onCell: point,
      onPick: (cell) => positionOf(cell) < latest.current.reach && why(positionOf(cell)),
      onColumn: choose,
      onWiden: (more) => latest.current.setWidth(latest.current.width + more),
      onStep: step,
      onEnter: () => latest.current.cursor !== undefined && why(latest.current.cursor),
    };
    surface.current = new Surface(canvas.current!, look, values.scale === undefined, events, closing.signal);
    return () => {
      closing.abort();
      clearTimeout(timer.current);
    };
  }, []);
  useLayoutEffect(() => surface.current!.show(tiles, Math.ceil(reach / width)), [tiles]);
  useEffect(() => {
    surface.current!.draw();
    settle();
  }, states);

  // Runs on arrivals only: when a change of the address is drawn, someone may have scrolled on.
  useEffect(() => {
    const row = Math.floor(firstOf(values) / width);
    if (values.scale === undefined) surface.current!.fit(false);
    else surface.current!.scaleTo(values.scale);
    if (row !== surface.current!.inSight.top) surface.current!.moveTo(row, false);
  }, [arrival.value]);
  const asked = picked === undefined ? undefined : { game: facts.definition, position: String(picked) };
  const { answer: reason } = useJson('why', asked, facts.version);
  const moves = reason?.position === picked ? (reason?.moves ?? []) : [];
  useEffect(() => {
    const outlined: Outlined[] = moves
      .map(({ to, cold }): Outlined => ({ position: to, kind: cold ? 'cold-move' : 'hot-move' }))
      .sort((a, b) => b.kind.localeCompare(a.kind));
    if (picked !== undefined) outlined.push({ position: picked, kind: 'picked' });
    if (cursor !== undefined) outlined.push({ position: cursor, kind: 'cursor' });
    surface.current!.outline(outlined, only);
  }, [picked, cursor, reason, dark, only]);

  const names = games.map(({ game }) => game);
  const wordsAt = (position: number, pane: number): string =>
    cellWords(position, width, reach, names, (n) =>
      sieved !== undefined
        ? [sieved.marks[n] === 'open' ? 'not decided yet' : sieved.marks[n]]
        : isDifference
          ? pages.slice(0, 2).map((each) => valueWords('outcome', each.at(n)))
          : [valueWords(by, pages[pane]?.at(n))],
    );
  return (
    <>
      <div class="controls">
        <WholeSlider
          label="width"
          name="Width"
          value={width}
          {...{ least: 1, end: SLIDER_END, most: MAX_WIDTH }}
          onChoose={setWidth}
        />
        <div class="row">
          {period !== undefined && period <= MAX_WIDTH && (
            <Button onClick={() => setWidth(period)}>width = period ({withCommas(period)})</Button>
          )}
          <Button onClick={() => setWidth(modulus)}>width = modulus ({modulus})</Button>
        </div>
        {sieved === undefined && games.length === 1 && <Button onClick={watchSieve}>Watch the sieve</Button>}
        {sieved === undefined && colourings.length > 1 && (
          <Field label="colours">
            <Select
              options={colourings.map((each) => [each.by, each.words] as const)}
              value={colouring.by}
              onChoose={(each) => note({ by: each })}
            />
          </Field>
        )}
        <Field label="go to n">
          <NumberInput
            name="n"
            aria-label="Go to the row of position"
            value={inSight?.start ?? firstOf(values)}
            onChoose={(position = 0) => surface.current!.moveTo(Math.floor(position / width))}
          />
        </Field>
        <CompareField values={values} note={note} />
      </div>
      <ErrorBox error={error ?? states.find((each) => each.error !== undefined)?.error} />
      {sieved !== undefined && (
        <Steps
          at={values.sieve!}
          before={values.sieve === 0 ? undefined : sieved.marks.slice(0, sieved.at).lastIndexOf('cold') + 1}
          after={sieved.marks.includes('open') ? sieved.marks.indexOf('open') + 1 : undefined}
          words={stepWords(sieved)}
          onStep={(sieve, isByHand) => note({ sieve }, isByHand ? 'gesture' : 'replace')}
          onLeave={() => note({ sieve: undefined }, 'push')}
        />
      )}
      {!isDifference && names.length > 1 && (
        <p class="panes">
          {names.map((name) => (
            <strong key={name}>{name}</strong>
          ))}
        </p>
      )}
      <div class="card raster-card">
        <canvas
          ref={canvas}
          class="raster"
          tabindex={0}
          role="application"
          aria-label={`Positions of ${names.join(', ')} in rows of ${width}`}
          aria-describedby="raster-words raster-keys"
        />
        {pointed !== undefined && (
          <div class="tip" style={besideOf(pointed, canvas.current!)}>
            {wordsAt(positionOf(pointed), pointed.pane)}
          </div>
        )}
      </div>
      <div class="row under">
        <ul class="legend" aria-label="Colours">
          {legendOf(by, span, names).map(([colour, meaning]) => (
            <li key={meaning}>
              <span class="swatch" aria-hidden="true" style={{ background: colour }} />
              {meaning}
            </li>
          ))}
        </ul>
        <div class="row">
          {only !== undefined && <Button onClick={() => choose(only)}>All columns</Button>}
          <Button
            title="The other views show the positions that are in sight here"
            disabled={inSight === undefined || (values.from === inSight.start && values.to === inSight.stop)}
            onClick={() => note({ from: inSight!.start, to: inSight!.stop }, 'push')}
          >
            Take this range
          </Button>
          <Button aria-label="Zoom out" onClick={() => surface.current!.zoom(0.7)}>
            −
          </Button>
          <Button aria-label="Zoom in" onClick={() => surface.current!.zoom(1.4)}>
            +
          </Button>
          <Button onClick={() => surface.current!.fit()}>Fit</Button>
          <Button
            onClick={() => saveCanvas(canvas.current!, `${names.map(fileWords).join('-')}-raster-${width}`)}
          >
            PNG
          </Button>
        </div>
      </div>
      <p class="hint" aria-live="polite">
        {cursor !== undefined && wordsAt(cursor, 0)}
      </p>
      <p id="raster-words" aria-live="polite">
        {inSight?.columns === width && inSight.counted.length === tiles.length && (
          <SightWords {...inSight} {...{ only, names, isDifference }} />
        )}
      </p>
      <p id="raster-keys" class="hint">
        The bars below the cells count {isDifference ? 'those that differ' : 'the cold ones'} in sight of each
        column; click one to see its column alone. Click a cell to see why it is what it is. Zoomed out, cells
        share pixels, in which few cold ones still show. Drag or scroll to move, with two fingers on a touch
        screen; pinch, or hold Ctrl and scroll, to zoom. On the picture, arrow keys move a cursor from cell to
        cell, and Enter says why; with Shift they move the picture. C shows the column of the cursor alone, [
        and ] change the width, + and − zoom. Ctrl-Z takes back.
      </p>
    </>
  );
}

/** Places words on the side of the pointer that has more room. */
function besideOf({ x, y }: Cell, { clientWidth, clientHeight }: HTMLCanvasElement): Record<string, string> {
  return {
    ...(x > clientWidth / 2 ? { right: `${clientWidth - x + BESIDE}px` } : { left: `${x + BESIDE}px` }),
    ...(y > clientHeight / 2 ? { bottom: `${clientHeight - y + BESIDE}px` } : { top: `${y + BESIDE}px` }),
  };
}

/** Returns a multiple of the period, as `plot` does; else the modulus, or less if it makes few rows. */
function usualWidth({ periods, series }: GameFacts, modulus: number): number {
  const few = Math.max(10, Math.ceil(Math.sqrt(2 * series.cold.reach)));
  return rowOfPeriods(periodShown(periods), MAX_WIDTH) ?? Math.min(modulus, few);
}
