/** A raster as a PNG of at most 16 colours, uncompressed: the same values give the same bytes on every machine. */
import { concatenated } from '../platform/bytes.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Index of each pixel's colour, row by row from the top. */
  readonly values: Uint8Array;
  /** At most 16, as `#RRGGBB`. */
  readonly colours: readonly string[];
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bits per pixel, and PNG's colour type for a palette. */
const BITS = 4;
const PALETTE = 3;
/** Maximum length of a stored block of zlib, in bytes. */
const BLOCK = 0xffff;

/** Returns the image as a `data:` URL. */
export function pixels({ width, height, values, colours }: Pixels): string {
  const header = Uint8Array.from([...word(width), ...word(height), BITS, PALETTE, 0, 0, 0]);
  const palette = Uint8Array.from(
    colours.flatMap((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))),
  );
  const row = 1 + Math.ceil(width / 2);
  // Each row begins with its filter type, 0 for none.
  const rows = new Uint8Array(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[row * y + 1 + (x >>> 1)] |= values[width * y + x] << (x % 2 === 0 ? BITS : 0);
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', stored(rows)),
    chunk('IEND', new Uint8Array()),
  ];
  return `data:image/png;base64,${base64(concatenated(Uint8Array, [Uint8Array.from(SIGNATURE), ...chunks]))}`;
}

function word(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const result = new Uint8Array(12 + data.length);
  result.set([...word(data.length), ...Array.from(type, (letter) => letter.charCodeAt(0))]);
  result.set(data, 8);
  result.set(word(crc32(result.subarray(4, 8 + data.length))), 8 + data.length);
  return result;
}

/** Wraps bytes in the zlib format without compression. */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil(bytes.length / BLOCK);
  const result = new Uint8Array(2 + 5 * blocks + bytes.length + 4);
  result.set([0x78, 0x01]);
  let at = 2;
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const block = bytes.subarray(start, start + BLOCK);
    const { length } = block;
    const isLast = start + length === bytes.length;
    result.set([Number(isLast), length & 0xff, length >>> 8, ~length & 0xff, (~length >>> 8) & 0xff], at);
    result.set(block, at + 5);
    at += 5 + length;
  }
  result.set(word(adler32(bytes)), at);
  return result;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

/** Returns the CRC-32 of a chunk (polynomial x^32 + x^26 + ... + 1, lowest bit first). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc % 2 === 0 ? 0 : 0xedb88320);
  }
  return ~crc >>> 0;
}

/** Bytes encoded at a time: a multiple of 3, so that only the last part is padded. */
const WRITTEN = 3 * 2 ** 12;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += WRITTEN)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + WRITTEN)));
  return text;
}
