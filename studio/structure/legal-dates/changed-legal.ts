import { type Dated, sentenceOf } from 'halvi-site/dates/sentence'
import { valueAt } from 'halvi-site/text/facts'
import type { SanityDocument } from 'sanity'
import { siteFactText } from '../../facts/site-facts.ts'
import { publishedId } from '../../links/published-id.ts'

/** A legal page, with the fields that matter for its date. */
export type LegalPage = SanityDocument & { title?: string; lastUpdated?: string; body?: unknown }

/** The path and type of the date object for each kind of dated sentence. */
const dated: Readonly<Record<string, { path: string; type: string }>> = {
  launch: { path: 'launch', type: 'launch' },
  offer: { path: 'offer', type: 'launchOffer' },
  challenge: { path: 'challenge', type: 'challenge' },
}

/** The facts of an affiliate program that are fields of its `challenge` object. */
const ofChallenge = new Set(['participants', 'days', 'startsAt', 'winnerTitle'])

/** Returns the legal pages whose text changes when a document is published. */
export function changedLegal(
  pages: readonly LegalPage[],
  before: SanityDocument | null,
  after: SanityDocument,
  now: number,
): LegalPage[] {
  return pages.filter(({ body }) =>
    insertsIn(body).some(
      (insert) => insertText(insert, before, now) !== insertText(insert, after, now),
    ),
  )
}

function insertsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    '_type' in value && /Fact$|^datedSentence$|^commissionRange$/.test(String(value._type))
  if (own) return [value as Record<string, unknown>]
  return Object.values(value).flatMap(insertsIn)
}

/** Returns the text that an insert takes from a document, or undefined if it does not use the document. */
function insertText(
  insert: Record<string, unknown>,
  document: SanityDocument | null,
  now: number,
): string | undefined {
  const { _type, fact, about } = insert
  const isSettings = document?._type === 'siteSettings'
  if (_type === 'siteFact') return isSettings ? siteFactText(String(fact), document) : undefined
  if (_type === 'datedSentence') {
    const { path = '', type } = dated[String(about)] ?? {}
    const value = valueAt(document, path)
    if (typeof value !== 'object' || value === null) return undefined
    const zone = String(document?.timeZone ?? '')
    return sentenceOf({ ...value, _type: type } as Dated, zone, now)
  }
  const { _ref } = (insert.programme ?? insert.branch ?? {}) as { _ref?: string }
  if (!document || publishedId(document._id) !== _ref) return undefined
  if (_type === 'commissionRange') return JSON.stringify(document.commission)
  const name = String(fact)
  return JSON.stringify(valueAt(document, ofChallenge.has(name) ? `challenge.${name}` : name))
}
