import type { Mentions } from '../../contract/erasure.ts'
import { jsonRecord } from '../../json-record.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { pagesById } from '../../store/pages.ts'
import { matchesWords } from '../queries/find-leads.ts'
import { addressPattern, spellingsOf } from './address-pattern.ts'
import { leadsWithReplies, replacedInMessages } from './in-messages.ts'

/** Maximum number of leads in a list of mentions. */
const maxListed = 1_000

type Mention = Mentions['leads'][number]

/** Yields leads that mention an address in a field or note, or in a message. Skips the address's `own` leads. */
export async function* findMentions(
  database: LeadDatabase,
  email: string,
  own: readonly string[],
): AsyncGenerator<Mention> {
  const pattern = addressPattern(email)
  const seen = new Set(own)
  for await (const page of possibleMentions(database, email)) {
    const ids = page.filter((id) => !seen.has(id))
    for (const id of ids) seen.add(id)
    if (ids.length > 0) yield* await mentionsIn(database, ids, pattern)
  }
}

/** Number of leads in memory. A lead may be as long as a form's body, 100 kB. */
const pageSize = 100

/** Yields pages of ids of leads that may mention an address. May yield an id twice. */
async function* possibleMentions(database: LeadDatabase, email: string): AsyncGenerator<string[]> {
  for (const spelling of spellingsOf(email)) {
    // Searches the parts of the address as words. With the "@", the search would convert it to its stored form.
    const matches = matchesWords(database, { q: spelling.replace(/[@'`]/g, ' ') })
    if (!matches) continue
    const leads = database.selectFrom('lead').select('id').orderBy('id').limit(pageSize)
    const read = (last: string) => leads.where('id', '>', last).where(matches).execute()
    for await (const rows of pagesById(pageSize, read)) yield rows.map(({ id }) => id)
  }
  yield* leadsWithReplies(database)
}

/** Returns mentions for staff: the first 1,000 leads and all saved views. */
export async function listMentions(
  database: LeadDatabase,
  email: string,
  own: readonly string[],
): Promise<Mentions> {
  const leads: Mention[] = []
  let more = false
  for await (const mention of findMentions(database, email, own)) {
    more = leads.length === maxListed
    if (more) break
    leads.push(mention)
  }
  const views = await viewsWith(database, addressPattern(email))
  return { leads, more, views: views.map(({ id, name }) => ({ id, name })) }
}

async function mentionsIn(
  database: LeadDatabase,
  ids: readonly string[],
  pattern: RegExp,
): Promise<Mention[]> {
  const rows = await database
    .selectFrom('lead')
    .select(['id', 'form', 'payload', 'applicant_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const notes = await database
    .selectFrom('lead_note')
    .select(['id', 'lead_id', 'text'])
    .where('lead_id', 'in', ids)
    .orderBy('id')
    .execute()
  const applicants = [...new Set(rows.flatMap(({ applicant_id }) => applicant_id ?? []))]
  const messages = await replacedInMessages(database, applicants, pattern, '')
  const inMessages = new Set(messages.map(({ applicantId }) => applicantId))
  const found = notes.filter(({ text }) => text.search(pattern) >= 0)
  return rows
    .map(({ id, form, payload, applicant_id }) => ({
      id,
      form,
      fields: [
        ...Object.entries(jsonRecord(payload)).flatMap(([key, value]) =>
          typeof value === 'string' && value.search(pattern) >= 0 ? [key] : [],
        ),
        ...(inMessages.has(applicant_id ?? '') ? ['messages'] : []),
      ],
      notes: found.filter(({ lead_id }) => lead_id === id).map((note) => note.id),
    }))
    .filter(({ fields, notes }) => fields.length + notes.length > 0)
}

/** Returns the saved views that contain an address in their query or name. */
export async function viewsWith(
  database: LeadDatabase,
  pattern: RegExp,
): Promise<{ id: string; name: string; query: string }[]> {
  const views = await database
    .selectFrom('lead_saved_view')
    .select(['id', 'name', 'query'])
    .orderBy('id')
    .execute()
  return views.filter(({ name, query }) =>
    [name, query, ...new URLSearchParams(query).values()].some((text) => text.search(pattern) >= 0),
  )
}
