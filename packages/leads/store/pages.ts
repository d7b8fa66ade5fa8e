import { setTimeout as sleep } from 'node:timers/promises'
import { BatchSize } from './batch-size.ts'
import type { LeadDatabase } from './database/tables.ts'
import type { InTransaction } from './database/transaction.ts'

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

/** Maximum number of rows in one transaction of `inPages`. */
const maxPage = 100

/** Pause between transactions, in which submissions are stored. In milliseconds. */
const pauseMs = 10

/**
 * Runs a transaction for each page of ids, with a pause between them, in which submissions are stored. Resolves to all
 * results.
 */
export async function inPages<Result>(
  inTransaction: InTransaction,
  ids: readonly string[],
  work: (within: LeadDatabase, page: readonly string[]) => Promise<Result[]>,
  before = async (_page: readonly string[]) => {},
): Promise<Result[]> {
  const batch = new BatchSize(maxPage)
  const results: Result[] = []
  for (let start = 0; start < ids.length; ) {
    if (start > 0) await sleep(pauseMs)
    const page = ids.slice(start, start + batch.size)
    await before(page)
    results.push(...(await inTransaction((within) => batch.measure(() => work(within, page)))))
    start += page.length
  }
  return results
}
