/** Work on items in any order with several under way, as many as are worth it at the moment. */

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
