/**
 * Bodies of Arrow files with compressed buffers. apache-arrow 21.2 writes the compressed length in front of each buffer, where
 * the format has the length of what it holds, and other readers refuse that; here buffers are handed over packed.
 */
import { packLz4 } from './encodings.js';

/** The body of a batch. `buffers` go in pairs, after each of which the writer adds zeros to a multiple of 8 bytes. */
interface Body {
  byteLength: number;
  bufferRegions: { offset: number; length: number }[];
  buffers: Uint8Array[];
}

/** The body that Arrow's writers take of these buffers. `pack` gives the length of what a buffer holds, and an LZ4 frame of it. */
export function compressedBody(
  buffers: readonly ArrayBufferView[],
  pack: (buffer: Uint8Array) => Uint8Array = packLz4,
): Body {
  const body: Body = { byteLength: 0, bufferRegions: [], buffers: [] };
  const nothing = new Uint8Array(0);
  for (const { buffer, byteOffset, byteLength } of buffers) {
    const packed = byteLength === 0 ? nothing : pack(new Uint8Array(buffer, byteOffset, byteLength));
    body.bufferRegions.push({ offset: body.byteLength, length: packed.length });
    body.buffers.push(nothing, packed);
    body.byteLength += Math.ceil(packed.length / 8) * 8;
  }
  return body;
}
