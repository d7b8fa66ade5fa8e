/** Yields parts of a list, each of at most `size` items. */
export function* slicesOf<Item>(all: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}

/**
 * Yields pages of rows in the order of their ids, until a page is not full.
 *
 * @param read returns up to `size` rows with a greater id than the last one
 */
export async function* pagesById<Row extends { id: string }>(
  size: number,
  read: (last: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1)?.id ?? '')
    if (rows.length > 0) yield rows
  } while (rows.length === size)
}
