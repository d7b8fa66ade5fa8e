import type { FormDescription } from '../../form-description.ts'
import type { StoredRow } from '../exported-columns.ts'
import { csv, rawCsv } from './csv.ts'
import { ndjson } from './ndjson.ts'
import { type ExportedRow, tableOf } from './row.ts'
import { xlsx } from './xlsx.ts'

/** Export formats, for staff and operators. */
const formats = { csv, xlsx, 'raw-csv': rawCsv, ndjson }
/** A file format of exports. */
export type ExportFormat = keyof typeof formats

/** Returns names of staff members by id. Unknown ids are omitted. */
export type NamesOf = (people: readonly string[]) => Promise<Readonly<Record<string, string>>>

/** Exports leads with their owners' names as they are read. Calls `onRows` with the number of rows written. */
export function writeLeads(
  format: ExportFormat,
  batches: AsyncIterable<readonly StoredRow[]>,
  { namesOf, forms }: { namesOf: NamesOf; forms: readonly FormDescription[] },
  onRows: (rows: number) => void,
): AsyncGenerator<string | Buffer> {
  const table = tableOf(forms, format === 'raw-csv' ? 'raw' : 'words')
  return formats[format](addOwnerNames(batches, namesOf, onRows), table)
}

/** Adds the names of owners. Looks up each owner once. Calls `onRows` after a batch was written. */
async function* addOwnerNames(
  batches: AsyncIterable<readonly StoredRow[]>,
  namesOf: NamesOf,
  onRows: (rows: number) => void,
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
    onRows(rows.length)
  }
}
