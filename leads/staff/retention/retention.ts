import { iso } from '../../clock.ts'
import type { Retention } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'
import { InvalidInputError } from '../../errors.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'

/** Returns the retention of each form in days: of the site's forms, and of others with a setting. */
export async function readRetention({
  database,
  forms,
}: Pick<StaffContext, 'database' | 'forms'>): Promise<Retention> {
  const rows = await database.selectFrom('lead_retention').selectAll().orderBy('form').execute()
  const days = new Map(rows.map((row) => [row.form, row.days]))
  const names = new Set([...forms.map(({ name }) => name), ...days.keys()])
  return { forms: [...names].map((form) => ({ form, days: days.get(form) ?? null })) }
}

/**
 * Sets the retention of forms in days; other forms do not change.
 *
 * @throws InvalidInputError when a form does not exist
 */
export async function setRetention(
  context: Pick<StaffContext, 'database' | 'clock' | 'forms' | 'inTransaction'>,
  retention: Retention,
  by: Actor,
): Promise<Retention> {
  const { database, inTransaction, clock, forms } = context
  for (const { form } of retention.forms) {
    if (!forms.some(({ name }) => name === form) && !(await hasLeadsOf(database, form))) {
      throw new InvalidInputError(`There is no form ${form}`)
    }
  }
  await inTransaction(async (within) => {
    const before = await readRetention({ database: within, forms })
    const detail: Record<string, object> = {}
    for (const { form, days } of retention.forms) {
      const from = before.forms.find((one) => one.form === form)?.days ?? null
      if (from === days) continue
      detail[form] = { from, to: days }
      await within.deleteFrom('lead_retention').where('form', '=', form).execute()
      if (days !== null) await within.insertInto('lead_retention').values({ form, days }).execute()
    }
    if (Object.keys(detail).length === 0) return
    const event = { by, action: 'retention.changed', detail }
    await appendAudit(within, [event], iso(clock.wall()))
  })
  return readRetention(context)
}

/** Returns whether there are leads of a form, which the site may have removed. */
async function hasLeadsOf(database: LeadDatabase, form: string): Promise<boolean> {
  const query = database.selectFrom('lead').select('id').where('form', '=', form).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
