/** Work on items in their order with the next ones already begun. */

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
