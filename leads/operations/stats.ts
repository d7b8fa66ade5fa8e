import type { Tools } from './tools.ts'

/** How many leads there are, by form and state, and since when the oldest has been pending. */
export async function countLeads({ database }: Tools) {
  const counts = await database
    .selectFrom('lead')
    .select(({ fn }) => ['spam', 'form', 'state', fn.countAll().as('leads')])
    .groupBy(['spam', 'form', 'state'])
    .orderBy('spam')
    .orderBy('form')
    .orderBy('state')
    .execute()
  const { oldest } = await database
    .selectFrom('lead')
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { counts, oldest }
}
