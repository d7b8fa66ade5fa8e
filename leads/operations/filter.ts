import type { Kysely } from 'kysely'
import { InvalidInputError } from '../errors.ts'
import type { LeadTables } from '../store/database/tables.ts'
import type { Tools } from './tools.ts'

/** Which leads are meant; an absent part leaves nothing out. */
export interface Filter {
  form?: string
  /** ISO 8601 in UTC. */
  since?: string
}

/** What an operator says to make a filter: a form's name, and a date or a time. */
export interface FilterValues {
  type?: string | undefined
  since?: string | undefined
}

/** Reads what an operator says. @throws InvalidInputError when `since` is no date, or `type` no form's name */
export async function filterOf(
  { database, forms }: Pick<Tools, 'database' | 'forms'>,
  { type, since }: FilterValues,
): Promise<Filter> {
  const names = forms.map(({ name }) => name)
  if (type !== undefined && !names.includes(type) && !(await hasLeadsOf(database, type))) {
    throw new InvalidInputError(`There is no form ${type}, only ${names.join(', ')}`)
  }
  return { form: type, since: since === undefined ? undefined : instant(since) }
}

/** A form that the site no longer has may have left leads. */
async function hasLeadsOf(database: Kysely<LeadTables>, form: string): Promise<boolean> {
  const query = database.selectFrom('lead').select('id').where('form', '=', form).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** A date, or a date and a time; without an offset they are in UTC. */
function instant(text: string): string {
  const [, date, time = 'T00:00', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const parsed = new Date(`${date}${time}${offset}`)
  if (Number.isNaN(parsed.getTime())) {
    throw new InvalidInputError(`${text} is no date such as 2025-04-12 or 2025-04-12T09:30Z`)
  }
  return parsed.toISOString()
}
