import { type ExportFormat, type NamesOf, writeLeads } from '../staff/export/write-leads.ts'
import { type FilterValues, filterOf } from './filter.ts'
import { readLeads } from './read-leads.ts'
import { recordAudit } from './record-audit.ts'
import type { Progress, Tools } from './tools.ts'

/**
 * Leads written out as staff get them, the oldest first, with spam marked as such; read as they are taken, from the
 * leads themselves: what they are found by may be damaged.
 *
 * @throws InvalidInputError when the values make no filter
 */
export async function exportLeads(
  tools: Tools,
  format: ExportFormat,
  values: FilterValues,
  namesOf: NamesOf,
  progress?: Progress,
): Promise<AsyncIterable<string | Buffer>> {
  const filters = Object.keys(values).sort()
  await recordAudit(tools, { action: 'leads.exported', detail: { format, filters } })
  const leads = readLeads(tools.database, await filterOf(tools, values))
  let count = 0
  return writeLeads(format, leads, { namesOf, forms: tools.forms }, (rows) => {
    count += rows
    progress?.(`${count} leads exported`)
  })
}
