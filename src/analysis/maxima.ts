/** Which sizes are new maxima where they first occur. Separate because nim-values and gaps both have such records. */

/** Where each size first occurs, by increasing size; one is a maximum when it occurs before every larger one. */
export function withMaxima<Entry extends { readonly size: number; readonly first: number }>(
  entries: Iterable<Entry>,
): (Entry & { readonly isMaximum: boolean })[] {
  const falling = [...entries].sort((a, b) => b.size - a.size);
  let lowest = Infinity;
  return falling
    .map((entry) => {
      const isMaximum = entry.first < lowest;
      lowest = Math.min(lowest, entry.first);
      return { ...entry, isMaximum };
    })
    .reverse();
}
