/**
 * Work on several items at once: in their order with the next ones already begun, or in any order with some under way; and
 * items that come while others are worked on.
 */

/**
 * Yields each item with what `begin` has made of it, in the order given; up to `ahead` more are begun by then, so
 * that is how many results are held. Raises what an item's `begin` raises when its turn comes.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  begin: (item: Item) => Promise<Result>,
): AsyncGenerator<[Item, Result], void, undefined> {
  const begun: { item: Item; result: Promise<Result> }[] = [];
  for (const item of items) {
    const result = begin(item);
    // An error is raised in its turn, or not at all when the consumer has stopped before.
    result.catch(() => undefined);
    begun.push({ item, result });
    if (begun.length <= ahead) continue;
    const first = begun.shift()!;
    yield [first.item, await first.result];
  }
  for (const { item, result } of begun) yield [item, await result];
}

/** Has each item done, with up to `atOnce()` under way. Raises the first failure, once nothing is under way any more. */
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
 * What a source yields, in lists: while the caller is busy with one, the next items are gathered, up to `most`. Raises what the
 * source raises once all that came before is given out.
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
