/** Reads LZ4 frames by the format's two specifications alone, byte by byte: what ours are held against. */

const MAGIC = 0x184d2204;
const IS_RAW = 0x80000000;

/** The content of a frame; raises for anything that the specification does not allow, and for parts that ours never have. */
export function readLz4Frame(frame: Uint8Array): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = frame[4];
  const [version, hasSize] = [flags >> 6, (flags & 8) !== 0];
  if (view.getUint32(0, true) !== MAGIC || version !== 1 || !hasSize || (flags & 0b0001_0101) !== 0) {
    throw new Error('LZ4: not a frame with a size and without checksums and dictionaries');
  }
  if (frame[14] !== ((xxh32(frame.subarray(4, 14)) >>> 8) & 255)) throw new Error('LZ4: a wrong header');
  const largest = 2 ** (8 + 2 * ((frame[5] >> 4) & 7));
  const content: number[] = [];
  let at = 15;
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) break;
    const bytes = frame.subarray(at, at + (size & ~IS_RAW));
    const before = content.length;
    if (size >= IS_RAW) content.push(...bytes);
    else expand(bytes, content);
    if (content.length - before > largest) throw new Error('LZ4: a block above its largest size');
    at += bytes.length;
  }
  if (content.length !== Number(view.getBigUint64(6, true))) throw new Error('LZ4: a wrong size');
  return Uint8Array.from(content);
}

/** Appends what a block holds. Blocks stand by themselves: no match begins before its own. */
function expand(block: Uint8Array, content: number[]): void {
  const start = content.length;
  let at = 0;
  const lengthOf = (half: number): number => {
    let length = half;
    for (let more = half === 15 ? 255 : 0; more === 255; length += more) more = block[at++];
    return length;
  };
  while (at < block.length) {
    const token = block[at++];
    for (let left = lengthOf(token >> 4); left > 0; left--) content.push(block[at++]);
    if (at === block.length) return;
    const distance = block[at] | (block[at + 1] << 8);
    at += 2;
    if (distance === 0 || distance > content.length - start) throw new Error('LZ4: a match from nowhere');
    for (let left = lengthOf(token & 15) + 4; left > 0; left--)
      content.push(content[content.length - distance]);
  }
  throw new Error('LZ4: a block that ends with a match');
}

/** XXH32 with seed 0 of fewer than 16 bytes. */
function xxh32(bytes: Uint8Array): number {
  const [p1, p2, p3, p4, p5] = [2654435761, 2246822519, 3266489917, 668265263, 374761393];
  const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = (p5 + bytes.length) | 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(view.getUint32(at, true), p3)) | 0, 17), p4);
  }
  for (; at < bytes.length; at++) hash = Math.imul(rotate((hash + Math.imul(bytes[at], p5)) | 0, 11), p1);
  hash = Math.imul(hash ^ (hash >>> 15), p2);
  hash = Math.imul(hash ^ (hash >>> 13), p3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
