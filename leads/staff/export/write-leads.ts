import type { FormDescription } from '../../form-description.ts'
import type { StoredRow } from '../exported-columns.ts'
import { csv } from './csv.ts'
import { ndjson } from './ndjson.ts'
import { type ExportedRow, tableOf } from './row.ts'
import { xlsx } from './xlsx.ts'

/** What leads can be written out as, for staff and for operators alike. */
const formats = { csv, ndjson, xlsx }
export type ExportFormat = keyof typeof formats

/** What people are called, by their ids; who is not known is left out. */
export type NamesOf = (people: readonly string[]) => Promise<Readonly<Record<string, string>>>

/** Writes leads as they are read, with their owners' names. Calls `onRows` with the number of rows written. */
export function writeLeads(
  format: ExportFormat,
  batches: AsyncIterable<readonly StoredRow[]>,
  { namesOf, forms }: { namesOf: NamesOf; forms: readonly FormDescription[] },
  onRows: (rows: number) => void,
): AsyncGenerator<string | Buffer> {
  return formats[format](counted(named(batches, namesOf), onRows), tableOf(forms))
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
