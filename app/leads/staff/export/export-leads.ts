import type { LeadFilter } from '../contract.ts'
import { inUtc } from '../index/list.ts'
import type { LeadSource } from '../index/open-index.ts'
import { openIndex } from '../index/open-index.ts'
import { searchOf } from '../index/terms.ts'
import { csv } from './csv.ts'
import { ndjson } from './ndjson.ts'
import type { ExportedRow, StoredRow } from './row.ts'
import { xlsx } from './xlsx.ts'

/** What leads can be written out as. */
const formats = { csv, ndjson, xlsx }
export type ExportFormat = keyof typeof formats

/** What people are called, by their ids; who is not known is left out. */
export type NamesOf = (people: readonly string[]) => Promise<Readonly<Record<string, string>>>

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
    yield* formats[format](counted(named(index.rows(wanted), namesOf), onRows))
  } finally {
    await index.close()
  }
}

/** With what owners are called, each asked for once. */
async function* named(
  batches: AsyncIterable<readonly StoredRow[]>,
  namesOf: NamesOf,
): AsyncGenerator<readonly ExportedRow[]> {
  const known = new Map<string, string>()
  for await (const rows of batches) {
    const owners = new Set(rows.flatMap(({ owner }) => owner ?? []))
    const unknown = [...owners].filter((owner) => !known.has(owner))
    if (unknown.length > 0) {
      const names = await namesOf(unknown)
      for (const owner of unknown) known.set(owner, names[owner] ?? '')
    }
    yield rows.map((row) => ({ ...row, ownerName: known.get(row.owner ?? '') ?? '' }))
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
