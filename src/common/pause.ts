/** Waiting, unless a signal says that it is of no use any more. */

/** Waits, or less when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

/** What a promise gives; undefined when the signal is aborted before. A failure counts only while somebody waits for it. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  promise.catch(() => undefined);
  if (signal.aborted) return undefined;
  let end = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
