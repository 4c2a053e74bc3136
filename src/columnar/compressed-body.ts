/**
 * Bodies of Arrow files with compressed buffers. apache-arrow 21.2 writes the compressed length before each buffer, where the
 * format has the uncompressed length, so other readers refuse its files. Here buffers are passed packed.
 */
import { packLz4 } from './encodings.js';

/** The body of a batch. `buffers` are pairs; the writer pads each pair with zeros to a multiple of 8 bytes. */
interface Body {
  byteLength: number;
  bufferRegions: { offset: number; length: number }[];
  buffers: Uint8Array[];
}

/** Makes the body for Arrow's writers. `pack` returns the uncompressed length of a buffer and an LZ4 frame of it. */
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
