import { deliveries } from '../contract/leads.ts'
import { InvalidInputError } from '../errors.ts'
import type { Payload } from '../lead.ts'
import { type ExportFormat, type NamesOf, writeLeads } from '../staff/export/write-leads.ts'
import { createDetails, exportedColumns, type StoredRow } from '../staff/exported-columns.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { pagesById } from '../store/pages.ts'
import { recordAudit, type Tools } from './tools.ts'

/** A filter from the command line: a form's name, a language's code, and a date or a time. */
interface FilterValues {
  type?: string | undefined
  language?: string | undefined
  since?: string | undefined
}

/** Options of the list command. */
interface Listing extends FilterValues {
  state?: string | undefined
  limit: number
  spam: boolean
}

/**
 * Returns the newest leads, without their whole content.
 *
 * @throws InvalidInputError when an option is invalid
 */
export async function listLeads(tools: Tools, { state, limit, spam, ...values }: Listing) {
  const known = deliveries.find((one) => one === state)
  if (state !== known) throw new InvalidInputError(`${state} is not a state`)
  const filter = await filterOf(tools, values)
  const { form, since, language } = filter
  const detail = { form, language, state, since, spam: spam || undefined }
  await recordAudit(tools, { action: 'leads.searched', detail })
  return filtered(tools.database, filter)
    .select(['id', 'created_at', 'form', 'language', 'state', 'status', 'payload', 'last_error'])
    .where('spam', '=', spam ? 1 : 0)
    .$if(known !== undefined, (query) => query.where('state', '=', known ?? 'stored'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Parses a lead's payload. */
export function payloadOf({ payload }: Pick<LeadRow, 'payload'>): Payload {
  return JSON.parse(payload)
}

/**
 * Exports leads in a format that staff use, oldest first, with spam marked. Reads leads while the output is consumed.
 * Calls `onRows` with the number of leads so far.
 *
 * @throws InvalidInputError when the filter is invalid
 */
export async function exportLeads(
  tools: Tools,
  format: ExportFormat,
  values: FilterValues,
  namesOf: NamesOf,
  onRows: (count: number) => void,
): Promise<AsyncIterable<string | Buffer>> {
  const filters = Object.keys(values).sort()
  await recordAudit(tools, { action: 'leads.exported', detail: { format, filters } })
  const leads = readPages(tools.database, await filterOf(tools, values))
  let count = 0
  return writeLeads(format, leads, { namesOf, forms: tools.forms }, (rows) => {
    count += rows
    onRows(count)
  })
}

/** Maximum number of rows in memory. A lead may be as long as a form's body, 100 kB. */
const pageSize = 100

/**
 * Yields pages of leads, including new ones. Holds no transaction, so that a slow consumer does not block writers.
 */
async function* readPages(database: LeadDatabase, filter: Filter): AsyncGenerator<StoredRow[]> {
  const leads = filtered(database, filter).select(exportedColumns).orderBy('id').limit(pageSize)
  const read = (last: string) => leads.where('id', '>', last).execute()
  const detailed = await createDetails(database)
  for await (const rows of pagesById(pageSize, read)) yield detailed(rows)
}

/** A form's name, a language's code, and a time in ISO 8601 and UTC. */
interface Filter {
  form?: string | undefined
  language?: string | undefined
  since?: string | undefined
}

function filtered(database: LeadDatabase, { form, language, since }: Filter) {
  return database
    .selectFrom('lead')
    .$if(form !== undefined, (query) => query.where('form', '=', form ?? ''))
    .$if(language !== undefined, (query) => query.where('language', '=', language ?? ''))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? ''))
}

/**
 * Validates a filter.
 *
 * @throws InvalidInputError when `since` is not a date, or `type` is not a form
 */
async function filterOf(
  { database, forms }: Pick<Tools, 'database' | 'forms'>,
  { type: form, language, since }: FilterValues,
): Promise<Filter> {
  const names = forms.map(({ name }) => name)
  if (form !== undefined && !names.includes(form)) {
    // A removed form may have stored leads.
    const query = filtered(database, { form }).select('id').limit(1)
    if (!(await query.executeTakeFirst())) {
      throw new InvalidInputError(`There is no form ${form}, only ${names.join(', ')}`)
    }
  }
  return { form, language, since: since === undefined ? undefined : instant(since) }
}

/** Parses a date, or a date and a time. Without an offset, it is in UTC. */
function instant(text: string): string {
  const [, date, time = 'T00:00', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const parsed = new Date(`${date}${time}${offset}`)
  const day = new Date(`${date}T00:00Z`)
  // Date accepts days that do not exist, such as February 29 of any year.
  const isValid = !Number.isNaN(parsed.getTime()) && day.toISOString().startsWith(`${date}T`)
  if (isValid) return parsed.toISOString()
  throw new InvalidInputError(`${text} is not a date such as 2025-04-12 or 2025-04-12T09:30Z`)
}
