/** Concurrent work on items: in order with read-ahead, or in any order; and batching of a stream. */

/**
 * Yields each item with the result of `begin`, in order. Up to `ahead` further items are begun by then, which bounds the results in
 * memory. Raises an error of `begin` at the turn of its item.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  begin: (item: Item) => Promise<Result>,
): AsyncGenerator<[Item, Result], void, undefined> {
  const begun: { item: Item; result: Promise<Result> }[] = [];
  for (const item of items) {
    const result = begin(item);
    // Handled here, as it is raised at its turn, or not at all if the consumer stops before.
    result.catch(() => undefined);
    begun.push({ item, result });
    if (begun.length <= ahead) continue;
    const first = begun.shift()!;
    yield [first.item, await first.result];
  }
  for (const { item, result } of begun) yield [item, await result];
}

/** Runs `work` on each item, at most `atOnce()` at a time. Raises the first error once nothing runs any more. */
export async function inFlight<Item>(
  items: Iterable<Item>,
  atOnce: () => number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (const item of items) {
    while (failures.length === 0 && running.size >= Math.max(1, atOnce())) await Promise.race(running);
    if (failures.length > 0) break;
    const one = work(item)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/**
 * Yields the items of a source in lists: while the caller handles one, up to `most` further items are gathered. Raises an error of
 * the source after the items before it.
 */
export async function* gathered<Item>(
  source: AsyncGenerator<Item, void, undefined>,
  most: number,
): AsyncGenerator<Item[], void, undefined> {
  let waiting: Item[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  const pull = async (): Promise<void> => {
    while (!isOver && waiting.length < most) {
      const { done, value } = await source.next();
      if (done === true) isOver = true;
      else waiting.push(value);
      wake();
    }
  };
  let pulling = Promise.resolve();
  try {
    for (;;) {
      pulling = pulling.then(pull);
      pulling.catch(() => undefined);
      if (waiting.length === 0)
        await Promise.race([pulling, new Promise<void>((resolve) => (wake = resolve))]);
      if (waiting.length === 0) return;
      const items = waiting;
      waiting = [];
      yield items;
    }
  } finally {
    isOver = true;
    await pulling.catch(() => undefined);
    await source.return();
  }
}
