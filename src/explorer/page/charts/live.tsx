/**
 * Cold positions counted in the page at every step of a slider, from values that it has in hand: bars of the digits that
 * residues and expansions are made of. At rest the figure of the server takes their place.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GameFacts } from '../../contract.js';
import { getValues } from '../api.js';
import { grouped, rangeWords } from '../format.js';
import { countDigits, type Digit, type InHand } from '../raster/values.js';
import { useResource } from '../resource.js';
import { colour, isDark } from '../theme.js';

/** Positions that are looked at, at most, and of one request. */
const MOST = 2 ** 22;
const AT_ONCE = 2 ** 20;
/** Milliseconds without a change after which the server is asked. */
const AT_REST_MS = 250;
/** Pixels between the bars of two digits, and for words below. */
const BETWEEN = 16;
const WORDS = 24;

/** The cold positions around a range, as far as they are kept; undefined until they are there, or where nobody wants them. */
export function useInHand(
  isWanted: boolean,
  { definition, series: { cold } }: GameFacts,
  from: number,
): InHand | undefined {
  const start = from < MOST ? 0 : from;
  const stop = Math.min(start + MOST, Math.max(cold.frontier, start), cold.reach);
  const key = isWanted && stop > start ? `${definition} ${start} ${stop}` : undefined;
  const { answer } = useResource(key, async (until): Promise<InHand> => {
    const found: number[] = [];
    for (let at = start; at < stop; at += AT_ONCE) {
      const values = await getValues(definition, 'cold', at, Math.min(stop, at + AT_ONCE), until);
      values.forEach((value, i) => {
        if (value === 1) found.push(at + i);
      });
    }
    return { start, stop, cold: Float64Array.from(found) };
  });
  // Until they are there, those around another range tell nothing of this one.
  return answer?.start === start ? answer : undefined;
}

/** A text that stays as it was until it is at rest, where that is awaited. */
export function useRested(text: string, isAwaited: boolean): string {
  const rested = useRef(text);
  const [, drawAnew] = useState(0);
  if (!isAwaited) rested.current = text;
  useEffect(() => {
    const timer = setTimeout(() => {
      rested.current = text;
      drawAnew((times) => times + 1);
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested.current;
}

interface LiveProps {
  readonly inHand: InHand;
  readonly from: number;
  readonly to: number;
  readonly digits: readonly Digit[];
  /** Pixels, about those of the figure that it stands for. */
  readonly height: number;
}

/** The counts of each digit beside each other, each on a scale of its own. */
export function Live({ inHand, from, to, digits, height }: LiveProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = isDark();
  const end = Math.min(to, inHand.stop);
  useLayoutEffect(() => {
    const { clientWidth: width } = canvas.current!;
    const context = canvas.current!.getContext('2d')!;
    canvas.current!.width = Math.round(width * devicePixelRatio);
    canvas.current!.height = Math.round(height * devicePixelRatio);
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = `13px ${getComputedStyle(canvas.current!).fontFamily}`;
    const across = (width - BETWEEN * (digits.length - 1)) / digits.length;
    for (const [i, digit] of digits.entries()) {
      const counts = countDigits(inHand, from, end, digit);
      const most = counts.reduce((a, b) => Math.max(a, b), 1);
      const left = i * (across + BETWEEN);
      const floor = height - WORDS;
      const step = across / digit.base;
      context.fillStyle = colour('accent');
      counts.forEach((count, k) => {
        const tall = (count / most) * (floor - 8);
        context.fillRect(left + k * step, floor - tall, Math.max(1, step * 0.8), tall);
      });
      context.fillStyle = colour('muted');
      context.fillRect(left, floor, across, 1);
      context.fillText(`${digit.title}, up to ${grouped(most)}`, left, height - 6);
    }
  }, [inHand, from, end, digits, height, dark]);
  return (
    <>
      <p class="hint">Cold positions {rangeWords({ start: from, stop: end })}, counted as you move.</p>
      <canvas
        ref={canvas}
        class="live"
        style={{ height: `${height}px` }}
        role="img"
        aria-label={digits.map(({ title }) => title).join(', ')}
      />
    </>
  );
}
