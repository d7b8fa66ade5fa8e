import type { LeadFilter } from '../contract.ts'
import { inUtc } from '../index/list.ts'
import type { LeadSource } from '../index/open-index.ts'
import { openIndex } from '../index/open-index.ts'
import { searchOf } from '../index/terms.ts'
import { csv } from './csv.ts'
import { ndjson } from './ndjson.ts'
import type { ExportedRow } from './row.ts'
import { xlsx } from './xlsx.ts'

/** What leads can be written out as. */
const formats = { csv, ndjson, xlsx }
export type ExportFormat = keyof typeof formats

/**
 * Writes out what a filter finds, the oldest first, as one consistent snapshot that lasts until all is
 * read or nobody wants to read on.
 *
 * @param onRows called with how many more rows have been written
 */
export async function* exportLeads(
  source: LeadSource,
  format: ExportFormat,
  filter: LeadFilter,
  onRows: (rows: number) => void,
): AsyncGenerator<string | Buffer> {
  const index = await openIndex(source, { warn: () => {} })
  try {
    const wanted = { search: searchOf(filter), from: inUtc(filter.from), to: inUtc(filter.to) }
    yield* formats[format](counted(index.rows(wanted), onRows))
  } finally {
    await index.close()
  }
}

async function* counted(
  batches: AsyncIterable<readonly ExportedRow[]>,
  onRows: (rows: number) => void,
) {
  for await (const rows of batches) {
    yield rows
    onRows(rows.length)
  }
}
