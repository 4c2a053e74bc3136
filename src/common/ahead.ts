/**
 * Concurrent work on items: in order with read-ahead (`inOrder`), in any order with a limit (`inFlight`), and in batches of whatever
 * has arrived (`gathered`).
 */

/**
 * Yields each item with its result, in the order given. Up to `ahead` further results are begun and held meanwhile. An error of an
 * item is raised in its turn.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  begin: (item: Item) => Promise<Result>,
): AsyncGenerator<[Item, Result], void, undefined> {
  const begun: { item: Item; result: Promise<Result> }[] = [];
  for (const item of items) {
    const result = begin(item);
    // Raised below, in its turn; never if the consumer has stopped before.
    result.catch(() => undefined);
    begun.push({ item, result });
    if (begun.length <= ahead) continue;
    const first = begun.shift()!;
    yield [first.item, await first.result];
  }
  for (const { item, result } of begun) yield [item, await result];
}

/** Runs `work` on each item, up to `atOnce()` at a time. Raises the first failure once all running work has ended. */
export async function inFlight<Item>(
  items: Iterable<Item>,
  atOnce: () => number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const under = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (const item of items) {
    while (failures.length === 0 && under.size >= Math.max(1, atOnce())) await Promise.race(under);
    if (failures.length > 0) break;
    const one = work(item)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => under.delete(one));
    under.add(one);
  }
  await Promise.all(under);
  if (failures.length > 0) throw failures[0];
}

/**
 * Yields the items of a source in lists. While the caller handles one list, up to `most` next items are gathered. An error of the
 * source is raised after the items before it are yielded.
 */
export async function* gathered<Item>(
  source: AsyncGenerator<Item, void, undefined>,
  most: number,
): AsyncGenerator<Item[], void, undefined> {
  let waiting: Item[] = [];
  let isOver = false;
  let tell: () => void = () => undefined;
  const pull = async (): Promise<void> => {
    while (!isOver && waiting.length < most) {
      const { done, value } = await source.next();
      if (done === true) isOver = true;
      else waiting.push(value);
      tell();
    }
  };
  let pulling = Promise.resolve();
  try {
    for (;;) {
      pulling = pulling.then(pull);
      pulling.catch(() => undefined);
      if (waiting.length === 0)
        await Promise.race([pulling, new Promise<void>((resolve) => (tell = resolve))]);
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
