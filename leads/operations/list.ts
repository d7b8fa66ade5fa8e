import { InvalidInputError } from '../errors.ts'
import type { LeadState } from '../lead.ts'
import { type FilterValues, filterOf } from './filter.ts'
import { recordAudit } from './record-audit.ts'
import type { Tools } from './tools.ts'

/** Which leads are listed. */
export interface Listing extends FilterValues {
  state?: string | undefined
  limit: number
  spam: boolean
}

/** The newest leads, without all that they say. @throws InvalidInputError */
export async function listLeads(tools: Tools, { state, limit, spam, ...values }: Listing) {
  const { database } = tools
  if (state !== undefined && !Object.hasOwn(states, state)) {
    throw new InvalidInputError(`${state} is no state`)
  }
  const { form, since } = await filterOf(tools, values)
  const detail = { form, state, since, spam: spam || undefined }
  await recordAudit(tools, { action: 'leads.searched', detail })
  return database
    .selectFrom('lead')
    .select(['id', 'created_at', 'form', 'state', 'status', 'payload', 'last_error'])
    .where('spam', '=', spam ? 1 : 0)
    .$if(form !== undefined, (query) => query.where('form', '=', form ?? ''))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state as LeadState))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const states: Record<LeadState, true> = {
  stored: true,
  pending: true,
  delivered: true,
  exhausted: true,
  erased: true,
}
