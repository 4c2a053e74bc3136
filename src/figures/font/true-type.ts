/**
 * A TrueType font as figures need it: how wide characters are, and their outlines as SVG paths. After the OpenType
 * specification 1.9, the tables head, hhea, hmtx, cmap (format 4), loca and glyf; without kerning and hints. Separate
 * so that no one else knows the format.
 */

/** A point of an outline, in font units, y upwards. */
interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

/** Flags of a simple glyph's points. */
const ON_CURVE = 1;
const SHORT_X = 2;
const SHORT_Y = 4;
const REPEATED = 8;
/** With a short coordinate: it is positive; else: it is that of the point before. */
const SAME_X = 16;
const SAME_Y = 32;

/** Flags of a composite glyph's parts. */
const WORDS = 1;
const OFFSETS = 2;
const ONE_SCALE = 8;
const MORE_PARTS = 32;
const TWO_SCALES = 64;
const FOUR_SCALES = 128;

/** A font of which all bytes are in memory. */
export class TrueTypeFont {
  /** Font units in an em. */
  readonly unitsPerEm: number;
  readonly #view: DataView;
  readonly #tables = new Map<string, number>();
  readonly #longMetrics: number;
  readonly #hasLongOffsets: boolean;
  readonly #cmap: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = this.#view.getUint16(4);
    for (let at = 12; at < 12 + 16 * count; at += 16) {
      const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
      this.#tables.set(tag, this.#view.getUint32(at + 8));
    }
    this.unitsPerEm = this.#view.getUint16(this.#table('head') + 18);
    this.#hasLongOffsets = this.#view.getInt16(this.#table('head') + 50) === 1;
    this.#longMetrics = this.#view.getUint16(this.#table('hhea') + 34);
    this.#cmap = this.#unicodeMap();
  }

  /** How far a character moves the pen, in font units. */
  advanceOf(character: string): number {
    const entry = Math.min(this.#glyphOf(character), this.#longMetrics - 1);
    return this.#view.getUint16(this.#table('hmtx') + 4 * entry);
  }

  /** The outline of a character as the data of an SVG path, in font units, y upwards; empty for a space. */
  outlineOf(character: string): string {
    return this.#contoursOf(this.#glyphOf(character)).map(pathOf).join('');
  }

  #table(tag: string): number {
    const offset = this.#tables.get(tag);
    if (offset === undefined) throw new Error(`the font has no table ${tag}`);
    return offset;
  }

  /** Where the map of the Basic Multilingual Plane stands. */
  #unicodeMap(): number {
    const table = this.#table('cmap');
    const count = this.#view.getUint16(table + 2);
    for (let at = table + 4; at < table + 4 + 8 * count; at += 8) {
      const map = table + this.#view.getUint32(at + 4);
      if (this.#view.getUint16(map) === 4) return map;
    }
    throw new Error('the font has no cmap of format 4');
  }

  /** The number of the glyph of a character; 0, the sign for a missing one, where the font has none. */
  #glyphOf(character: string): number {
    const view = this.#view;
    const code = character.codePointAt(0) ?? 0;
    const twice = view.getUint16(this.#cmap + 6);
    const ends = this.#cmap + 14;
    const starts = ends + twice + 2;
    for (let i = 0; i < twice; i += 2) {
      if (view.getUint16(ends + i) < code) continue;
      const start = view.getUint16(starts + i);
      if (start > code) return 0;
      const delta = view.getUint16(starts + twice + i);
      const rangeAt = starts + 2 * twice + i;
      const range = view.getUint16(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = view.getUint16(rangeAt + range + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  }

  #contoursOf(glyph: number): OutlinePoint[][] {
    const loca = this.#table('loca');
    const offset = (i: number): number =>
      this.#hasLongOffsets ? this.#view.getUint32(loca + 4 * i) : 2 * this.#view.getUint16(loca + 2 * i);
    if (offset(glyph) === offset(glyph + 1)) return [];
    const at = this.#table('glyf') + offset(glyph);
    const contours = this.#view.getInt16(at);
    return contours < 0 ? this.#composite(at + 10) : this.#simple(at + 10, contours);
  }

  #simple(at: number, contours: number): OutlinePoint[][] {
    const view = this.#view;
    const ends = Array.from({ length: contours }, (_, i) => view.getUint16(at + 2 * i) + 1);
    const count = ends[contours - 1];
    let next = at + 2 * contours;
    next += 2 + view.getUint16(next);
    const flags: number[] = [];
    while (flags.length < count) {
      const flag = view.getUint8(next++);
      const times = (flag & REPEATED) === 0 ? 1 : 1 + view.getUint8(next++);
      for (let i = 0; i < times; i++) flags.push(flag);
    }
    const coordinates = (short: number, same: number): number[] => {
      let value = 0;
      return flags.map((flag) => {
        if ((flag & short) !== 0)
          value += (flag & same) === 0 ? -view.getUint8(next++) : view.getUint8(next++);
        else if ((flag & same) === 0) {
          value += view.getInt16(next);
          next += 2;
        }
        return value;
      });
    };
    const xs = coordinates(SHORT_X, SAME_X);
    const ys = coordinates(SHORT_Y, SAME_Y);
    const points = flags.map((flag, i) => ({ x: xs[i], y: ys[i], isOnCurve: (flag & ON_CURVE) !== 0 }));
    return ends.map((end, i) => points.slice(i === 0 ? 0 : ends[i - 1], end));
  }

  /** A glyph made of others, each moved and scaled. */
  #composite(start: number): OutlinePoint[][] {
    const view = this.#view;
    const contours: OutlinePoint[][] = [];
    let at = start;
    let flags = MORE_PARTS;
    while ((flags & MORE_PARTS) !== 0) {
      flags = view.getUint16(at);
      const part = view.getUint16(at + 2);
      const isWide = (flags & WORDS) !== 0;
      if ((flags & OFFSETS) === 0) throw new Error('a part of a glyph is placed by points');
      const dx = isWide ? view.getInt16(at + 4) : view.getInt8(at + 4);
      const dy = isWide ? view.getInt16(at + 6) : view.getInt8(at + 5);
      at += isWide ? 8 : 6;
      const scale = (): number => view.getInt16((at += 2) - 2) / 0x4000;
      let [a, b, c, d] = [1, 0, 0, 1];
      if ((flags & ONE_SCALE) !== 0) a = d = scale();
      else if ((flags & TWO_SCALES) !== 0) [a, d] = [scale(), scale()];
      else if ((flags & FOUR_SCALES) !== 0) [a, b, c, d] = [scale(), scale(), scale(), scale()];
      for (const contour of this.#contoursOf(part)) {
        contours.push(
          contour.map(({ x, y, isOnCurve }) => ({
            x: Math.round(a * x + c * y) + dx,
            y: Math.round(b * x + d * y) + dy,
            isOnCurve,
          })),
        );
      }
    }
    return contours;
  }
}

/** A closed contour of lines and quadratic curves; between two control points lies the point halfway. */
function pathOf(points: readonly OutlinePoint[]): string {
  const first = points.findIndex(({ isOnCurve }) => isOnCurve);
  // A contour without a point on the curve occurs in no character of text.
  if (first === -1) return '';
  const around = [...points.slice(first + 1), ...points.slice(0, first + 1)];
  let { x, y } = points[first];
  let path = `M${x} ${y}`;
  let control: OutlinePoint | undefined;
  const step = (to: { x: number; y: number }): void => {
    const end = joined(to.x - x, to.y - y);
    path += control === undefined ? `l${end}` : `q${joined(control.x - x, control.y - y)}${signed(end)}`;
    ({ x, y } = to);
    control = undefined;
  };
  for (const point of around) {
    if (!point.isOnCurve && control !== undefined) {
      const { x: cx, y: cy } = control;
      step({ x: Math.round((cx + point.x) / 2), y: Math.round((cy + point.y) / 2) });
    }
    if (point.isOnCurve) step(point);
    else control = point;
  }
  return `${path}z`;
}

function joined(x: number, y: number): string {
  return `${x}${signed(String(y))}`;
}

/** A number after another: its sign parts the two, or else a space. */
function signed(text: string): string {
  return text.startsWith('-') ? text : ` ${text}`;
}
