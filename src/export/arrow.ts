/**
 * Arrow formats: the IPC file and the IPC stream, from record batches to bytes. Separate so that text exports
 * do not load Arrow.
 */
import { RecordBatchFileWriter, RecordBatchStreamWriter, type RecordBatch, type Schema } from 'apache-arrow';
import { CompressedFileWriter, CompressedStreamWriter } from '../columnar/compressed-writer.js';

/** The writers of each format. */
const WRITERS = {
  arrow: { plain: RecordBatchFileWriter, compressed: CompressedFileWriter },
  'arrow-stream': { plain: RecordBatchStreamWriter, compressed: CompressedStreamWriter },
} as const;

/**
 * The bytes of an Arrow IPC file or stream, batch by batch, with bodies compressed as LZ4_FRAME on request. Memory: one batch. All batches have `schema`: the
 * writer would end the stream at one that does not.
 */
export async function* toArrow(
  batches: AsyncIterable<RecordBatch>,
  schema: Schema,
  format: keyof typeof WRITERS,
  compress: boolean,
): AsyncGenerator<Uint8Array> {
  const { plain, compressed } = WRITERS[format];
  const writer = compress ? new compressed() : new plain();
  const output = writer[Symbol.asyncIterator]();
  let pending = output.next();
  const written = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      const result = await Promise.race([pending, nextTurn()]);
      if (result === undefined || result.done === true) return;
      pending = output.next();
      yield result.value;
    }
  };
  writer.reset(undefined, schema);
  for await (const batch of batches) {
    writer.write(batch);
    yield* written();
  }
  writer.close();
  for (;;) {
    const result = await pending;
    if (result.done === true) return;
    pending = output.next();
    yield result.value;
  }
}

/** Resolves to undefined once everything that was ready has been handed out. */
function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}
