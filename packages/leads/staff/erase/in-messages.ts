import type { LeadDatabase } from '../../store/database/tables.ts'
import { pagesById } from '../../store/pages.ts'

/** A person whose name or messages contain an address, with the texts after it is replaced. */
interface Mentioning {
  applicantId: string
  name: string
  messages: { id: string; data: string; sent: string | null }[]
}

/** Returns those people whose name or messages contain the pattern, with `replacement` in its place. */
export async function replacedInMessages(
  within: LeadDatabase,
  applicantIds: readonly string[],
  pattern: RegExp,
  replacement: string,
): Promise<Mentioning[]> {
  if (applicantIds.length === 0) return []
  const people = await within
    .selectFrom('lead_applicant')
    .select(['id', 'name'])
    .where('id', 'in', applicantIds)
    .execute()
  const messages = await within
    .selectFrom('lead_message')
    .select(['id', 'applicant_id', 'data', 'sent'])
    .where('applicant_id', 'in', applicantIds)
    .execute()
  // Replaced in the parsed texts, because in JSON a letter of an escaped line break may precede the address.
  const inText = (text: string) => text.replace(pattern, replacement)
  const inJson = (json: string) =>
    JSON.stringify(
      JSON.parse(json, (_key, value) => (typeof value === 'string' ? inText(value) : value)),
    )
  const changed = messages
    .map(({ data, sent, ...rest }) => ({
      ...{ ...rest, data: inJson(data), sent: sent && inJson(sent) },
      isChanged: inJson(data) !== data || (sent !== null && inJson(sent) !== sent),
    }))
    .filter(({ isChanged }) => isChanged)
  return people
    .map(({ id, name }) => ({
      ...{ applicantId: id, name: inText(name), isChanged: inText(name) !== name },
      messages: changed.filter(({ applicant_id }) => applicant_id === id),
    }))
    .filter(({ isChanged, messages: found }) => isChanged || found.length > 0)
}

/** Replaces the pattern in the names of people and in the messages to them. */
export async function redactMessages(
  within: LeadDatabase,
  ...[applicantIds, pattern, replacement]: [readonly string[], RegExp, string]
): Promise<void> {
  const found = await replacedInMessages(within, applicantIds, pattern, replacement)
  for (const { applicantId, name, messages } of found) {
    await within.updateTable('lead_applicant').set({ name }).where('id', '=', applicantId).execute()
    for (const { id, data, sent } of messages) {
      await within.updateTable('lead_message').set({ data, sent }).where('id', '=', id).execute()
    }
  }
}

/** Number of replies in one query. */
const pageSize = 100

/**
 * Yields pages of ids of the latest leads of people who got replies, which may contain an address that no lead of theirs
 * contains.
 */
export async function* leadsWithReplies(database: LeadDatabase): AsyncGenerator<string[]> {
  const replies = database
    .selectFrom('lead_message')
    .select(({ selectFrom }) => [
      'id',
      selectFrom('lead')
        .select(({ fn }) => fn.max('lead.id').as('lead'))
        .whereRef('lead.applicant_id', '=', 'lead_message.applicant_id')
        .where('lead.state', '!=', 'erased')
        .as('lead'),
    ])
    .where('kind', '=', 'reply')
    .orderBy('id')
    .limit(pageSize)
  const read = (last: string) => replies.where('id', '>', last).execute()
  for await (const page of pagesById(pageSize, read)) yield page.flatMap(({ lead }) => lead ?? [])
}
