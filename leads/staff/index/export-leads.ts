import type { ExportFilter } from '../../contract/contract.ts'
import { type ExportFormat, type NamesOf, writeLeads } from '../export/write-leads.ts'
import { searchOf } from './entries/terms.ts'
import { inUtc } from './list.ts'
import type { LeadSource } from './open-index.ts'
import { openIndex } from './open-index.ts'

/**
 * Writes out the leads with the given ids, or all that the filter finds, the oldest first, as one
 * consistent snapshot that lasts until all is read or the reader stops.
 *
 * @param onRows called with how many more rows have been written
 */
export async function* exportLeads(
  source: LeadSource,
  format: ExportFormat,
  filter: ExportFilter,
  namesOf: NamesOf,
  onRows: (rows: number) => void,
): AsyncGenerator<string | Buffer> {
  const index = await openIndex(source, { warn: () => {} })
  try {
    const { forms } = source
    const { ids, from, to } = filter
    const wanted = { search: searchOf(filter), from: inUtc(from), to: inUtc(to) }
    yield* writeLeads(
      format,
      ids ? index.rowsById(ids) : index.rows(wanted),
      { namesOf, forms },
      onRows,
    )
  } finally {
    await index.close()
  }
}
