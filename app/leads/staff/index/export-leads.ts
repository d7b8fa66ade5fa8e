import type { LeadFilter } from '../contract/contract.ts'
import { type ExportFormat, type NamesOf, writeLeads } from '../export/write-leads.ts'
import { searchOf } from './entries/terms.ts'
import { inUtc } from './list.ts'
import type { LeadSource } from './open-index.ts'
import { openIndex } from './open-index.ts'

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
  namesOf: NamesOf,
  onRows: (rows: number) => void,
): AsyncGenerator<string | Buffer> {
  const index = await openIndex(source, { warn: () => {} })
  try {
    const wanted = { search: searchOf(filter), from: inUtc(filter.from), to: inUtc(filter.to) }
    yield* writeLeads(format, index.rows(wanted), namesOf, onRows)
  } finally {
    await index.close()
  }
}
