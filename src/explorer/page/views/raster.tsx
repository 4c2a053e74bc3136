/** The raster: positions as cells in rows of a width of one's choice, with what is in sight told in words. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GameFacts, SeriesName } from '../../contract.js';
import { MOST_WIDTH } from '../address.js';
import { saveCanvas } from '../charts/save.js';
import { clamp, grouped, readNumber } from '../format.js';
import { Button, Field, Select, TextInput, WholeSlider } from '../kit/controls.js';
import { ErrorBox } from '../kit/messages.js';
import { modulusOf } from '../kit/modulus.js';
import { legendOf, paletteOf, type Colouring } from '../raster/colours.js';
import { Surface, type SurfaceEvents } from '../raster/surface.js';
import { Tiles } from '../raster/tiles.js';
import { ValueChunks } from '../raster/value-chunks.js';
import { isDark } from '../theme.js';
import type { ViewProps } from '../view.js';

/** The end of the slider; larger widths are typed. */
const SLIDER_END = 256;
/** Milliseconds after the last move before the address and the words follow. */
const SETTLED_MS = 250;
/** Pixels between the pointer and what it points at in words. */
const BESIDE = 14;

const COLOURINGS: readonly (readonly [by: Colouring, words: string])[] = [
  ['outcome', 'hot and cold'],
  ['nim', 'nim-values'],
  ['remoteness', 'remoteness'],
];
const SERIES: Readonly<Record<Colouring, SeriesName>> = {
  outcome: 'cold',
  nim: 'nim',
  remoteness: 'remoteness',
};

interface Pointed {
  readonly position: number;
  readonly x: number;
  readonly y: number;
}

export function Raster({ facts, values, note, why }: ViewProps<'raster'>) {
  const colourings = COLOURINGS.filter(([by]) => facts.series[SERIES[by]].reach > 0);
  const by = colourings.some(([name]) => name === values.by) ? values.by : 'outcome';
  const { reach } = facts.series[SERIES[by]];
  const modulus = modulusOf(values, facts);
  const width = values.width ?? usualWidth(facts, modulus);
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface>(undefined);
  const [error, setError] = useState<unknown>();
  const [largest, setLargest] = useState(0);
  const [pointed, point] = useState<Pointed>();
  const [inSight, see] = useState<InSight>();
  const setWidth = (wanted: number): void => note({ width: clamp(Math.round(wanted) || 1, 1, MOST_WIDTH) });

  const chunks = useMemo(() => {
    const closing = new AbortController();
    const each = new ValueChunks(facts.definition, SERIES[by], reach, closing.signal, (problem) => {
      if (problem !== undefined) setError(problem);
      setLargest(ceilingOf(each.largest));
      surface.current?.draw();
      settle();
    });
    return { each, closing };
  }, [facts.definition, by]);
  useEffect(() => {
    setLargest(ceilingOf(chunks.each.largest));
    setError(undefined);
    return () => chunks.closing.abort();
  }, [chunks]);
  useMemo(() => chunks.each.grow(reach), [chunks, reach]);
  const dark = isDark();
  const tiles = useMemo(() => {
    return new Tiles(chunks.each, reach, width, paletteOf(by, largest), isColdBy[by]);
  }, [chunks, reach, width, largest, dark]);

  // What happens on the canvas follows what is shown now.
  const now = { width, reach, tiles, values, setWidth };
  const latest = useRef(now);
  latest.current = now;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function settle(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(settled, SETTLED_MS);
  }
  /** The address and the words follow what is in sight. */
  function settled(): void {
    const { width: columns, reach: end, tiles: shown, values: said } = latest.current;
    const { top, bottom } = surface.current!.inSight;
    const start = top * columns;
    const isThere = Math.floor((said.n ?? 0) / columns) === top;
    note({
      width: columns,
      n: isThere ? said.n : start,
      scale: surface.current!.isFitted ? undefined : Number(surface.current!.look.scale.toPrecision(3)),
    });
    see({ start, stop: Math.min(end, bottom * columns), columns, counted: shown.count(top, bottom) });
  }
  useLayoutEffect(() => {
    const closing = new AbortController();
    const look = { top: Math.floor((values.n ?? 0) / width), left: 0, scale: values.scale ?? 8 };
    const positionOf = (cell: { row: number; column: number }): number =>
      cell.row * latest.current.width + cell.column;
    const events: SurfaceEvents = {
      onLook: settle,
      onCell: (cell) =>
        point(cell === undefined ? undefined : { position: positionOf(cell), x: cell.x, y: cell.y }),
      onPick: (cell) => positionOf(cell) < latest.current.reach && why(positionOf(cell)),
      onWiden: (more) => latest.current.setWidth(latest.current.width + more),
    };
    surface.current = new Surface(canvas.current!, look, values.scale === undefined, events, closing.signal);
    return () => {
      closing.abort();
      clearTimeout(timer.current);
    };
  }, []);
  useLayoutEffect(() => surface.current!.show(tiles, Math.ceil(reach / width)), [tiles]);

  // Someone went back.
  useEffect(() => {
    const row = Math.floor((values.n ?? 0) / width);
    if (row !== surface.current!.inSight.top) surface.current!.moveTo(row);
  }, [values.n]);

  const isSeen = inSight?.columns === width;
  return (
    <>
      <div class="controls">
        <WholeSlider
          label="width"
          name="Width"
          value={width}
          {...{ least: 1, end: SLIDER_END, most: MOST_WIDTH }}
          onChoose={setWidth}
        />
        <div class="row">
          <WidthButtons facts={facts} modulus={modulus} onChoose={setWidth} />
        </div>
        {colourings.length > 1 && (
          <Field label="colours">
            <Select options={colourings} value={by} onChoose={(each) => note({ by: each })} />
          </Field>
        )}
        <Field label="row of n">
          <TextInput
            name="n"
            inputmode="numeric"
            aria-label="Go to the row of position"
            value={String(inSight?.start ?? values.n ?? 0)}
            onChoose={(text) => {
              const position = readNumber(text);
              if (position !== undefined) surface.current!.moveTo(Math.floor(position / width));
              return position !== undefined;
            }}
          />
        </Field>
      </div>
      {error !== undefined && <ErrorBox error={error} />}
      <div class="card raster-card">
        <canvas
          ref={canvas}
          class="raster"
          tabindex={0}
          role="img"
          aria-label={`Positions in rows of ${width}`}
          aria-describedby="raster-words raster-keys"
        />
        {pointed !== undefined && (
          <div class="tip" style={besideOf(pointed, canvas.current!)}>
            {cellWords(pointed.position, chunks.each.at(pointed.position), by, reach, width)}
          </div>
        )}
      </div>
      <div class="row under">
        <ul class="legend" aria-label="Colours">
          {legendOf(by, largest).map(([colour, meaning]) => (
            <li key={meaning}>
              <span class="swatch" aria-hidden="true" style={{ background: colour }} />
              {meaning}
            </li>
          ))}
        </ul>
        <div class="row">
          <Button aria-label="Zoom out" onClick={() => surface.current!.zoom(0.7)}>
            −
          </Button>
          <Button aria-label="Zoom in" onClick={() => surface.current!.zoom(1.4)}>
            +
          </Button>
          <Button onClick={() => surface.current!.fit()}>Fit</Button>
          <Button onClick={() => saveCanvas(canvas.current!, `${facts.game}-raster-${width}`)}>PNG</Button>
        </div>
      </div>
      <p id="raster-words" aria-live="polite">
        {inSight !== undefined && isSeen && <SightWords {...inSight} />}
      </p>
      <p id="raster-keys" class="hint">
        Click a cell to see why it is what it is. Drag or scroll to move; pinch, or hold Ctrl and scroll, to
        zoom. On the picture, the left and right arrow keys change the width, up and down move, + and − zoom.
      </p>
    </>
  );
}

/** What is in sight: positions [start, stop) in rows of some columns, and how many are cold where that is known. */
interface InSight {
  readonly start: number;
  readonly stop: number;
  readonly columns: number;
  readonly counted: { readonly cold: number; readonly emptyColumns: number } | undefined;
}

function SightWords({ start, stop, columns, counted }: InSight) {
  return (
    <>
      Rows in sight: positions {grouped(start)} to {grouped(stop - 1)}.{' '}
      {counted === undefined
        ? 'Some are on their way …'
        : `${grouped(counted.cold)} of them are cold, and ${grouped(counted.emptyColumns)} of the ${grouped(columns)} columns have no cold position.`}
    </>
  );
}

/** Whether a value is that of a cold position. */
const isColdBy: Readonly<Record<Colouring, (value: number) => boolean>> = {
  outcome: (value) => value === 1,
  nim: (value) => value === 0,
  remoteness: (value) => value % 2 === 0,
};

/** A little above the largest value, so that the colours do not change with each new record. */
function ceilingOf(largest: number): number {
  return largest < 8 ? largest : 2 ** Math.ceil(Math.log2(largest + 1)) - 1;
}

function cellWords(
  position: number,
  value: number | undefined,
  by: Colouring,
  reach: number,
  width: number,
): string {
  const words = {
    outcome: value === 1 ? 'cold' : 'hot',
    nim: `nim-value ${value}`,
    remoteness: `remoteness ${value}`,
  };
  const what = position >= reach ? 'not known' : value === undefined ? '…' : words[by];
  return `n = ${grouped(position)} · ${what} · ${grouped(position % width)} mod ${width}`;
}

/** Beside the pointer, on the side where there is more room. */
function besideOf(
  { x, y }: Pointed,
  { clientWidth, clientHeight }: HTMLCanvasElement,
): Record<string, string> {
  return {
    ...(x > clientWidth / 2 ? { right: `${clientWidth - x + BESIDE}px` } : { left: `${x + BESIDE}px` }),
    ...(y > clientHeight / 2 ? { bottom: `${clientHeight - y + BESIDE}px` } : { top: `${y + BESIDE}px` }),
  };
}

/** The width that shows most: the period, else the modulus; less where there are few rows of that. */
function usualWidth({ periods, series }: GameFacts, modulus: number): number {
  const period = (periods.outcome ?? periods.nim)?.period;
  if (period === undefined || period > MOST_WIDTH) {
    return Math.min(modulus, Math.max(10, Math.ceil(Math.sqrt(2 * series.cold.reach))));
  }
  // A short period several times over.
  return period * Math.max(1, Math.floor(48 / period));
}

interface WidthProps {
  readonly facts: GameFacts;
  readonly modulus: number;
  readonly onChoose: (width: number) => void;
}

function WidthButtons({ facts: { periods }, modulus, onChoose }: WidthProps) {
  const period = (periods.nim ?? periods.outcome)?.period;
  return (
    <>
      {period !== undefined && period <= MOST_WIDTH && (
        <Button onClick={() => onChoose(period)}>width = period ({grouped(period)})</Button>
      )}
      <Button onClick={() => onChoose(modulus)}>width = modulus ({modulus})</Button>
    </>
  );
}
