/**
 * Arrow's writers with compressed bodies. apache-arrow 21.2 writes the compressed length in front of each buffer, where
 * the format has the length of what it holds, and other readers refuse that; here buffers are handed over packed.
 */
import { CompressionType, RecordBatchFileWriter, RecordBatchStreamWriter } from 'apache-arrow';
import { packLz4 } from './encodings.js';

/** A buffer as it lies in the body: the length of what it holds, and an LZ4 frame. */
export type Pack = (buffer: Uint8Array) => Uint8Array;

const OPTIONS = { compressionType: CompressionType.LZ4_FRAME };

export class CompressedFileWriter extends RecordBatchFileWriter {
  readonly #pack: Pack;

  constructor(pack: Pack = packLz4) {
    super(OPTIONS);
    this.#pack = pack;
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): Body {
    return bodyOf(buffers, this.#pack);
  }
}

export class CompressedStreamWriter extends RecordBatchStreamWriter {
  constructor() {
    super(OPTIONS);
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): Body {
    return bodyOf(buffers, packLz4);
  }
}

/** The body of a batch. `buffers` go in pairs, after each of which the writer adds zeros to a multiple of 8 bytes. */
interface Body {
  byteLength: number;
  bufferRegions: { offset: number; length: number }[];
  buffers: Uint8Array[];
}

function bodyOf(buffers: readonly ArrayBufferView[], pack: Pack): Body {
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
