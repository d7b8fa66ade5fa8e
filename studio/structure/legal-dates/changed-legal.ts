import type { SanityDocument } from 'sanity'
import { type Dated, sentenceOf } from '../../../app/dates/sentence.ts'
import { siteFactText, valueAt } from '../../facts/site-facts.ts'

/** A legal text, as far as its date depends on others. */
export type LegalPage = SanityDocument & { title?: string; lastUpdated?: string; body?: unknown }

/** The objects of a document that sentences in texts are about. */
const dated: Readonly<Record<string, { path: string; type: string }>> = {
  launch: { path: 'launch', type: 'launch' },
  offer: { path: 'offer', type: 'launchOffer' },
  challenge: { path: 'challenge', type: 'challenge' },
}

/** Where a document has the facts of an affiliate program that are not fields of their own. */
const ofChallenge = new Set(['participants', 'days', 'startsAt', 'winnerTitle'])

/** The legal texts that say something else once a document is published as it is now. */
export function changedLegal(
  pages: readonly LegalPage[],
  before: SanityDocument | null,
  after: SanityDocument,
  now: number,
): LegalPage[] {
  return pages.filter(({ body }) =>
    insertsOf(body).some((insert) => wordsOf(insert, before, now) !== wordsOf(insert, after, now)),
  )
}

function insertsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    '_type' in value && /Fact$|^datedSentence$|^commissionRange$/.test(String(value._type))
  if (own) return [value as Record<string, unknown>]
  return Object.values(value).flatMap(insertsOf)
}

/** What an insert takes from a document; undefined where it takes nothing. */
function wordsOf(
  insert: Record<string, unknown>,
  document: SanityDocument | null,
  now: number,
): string | undefined {
  const { _type, fact, about } = insert
  const isSettings = document?._type === 'siteSettings'
  if (_type === 'siteFact') return isSettings ? siteFactText(String(fact), document) : undefined
  if (_type === 'datedSentence') {
    const { path, type } = dated[String(about)] ?? {}
    const value = valueAt(document, path)
    if (typeof value !== 'object' || value === null) return undefined
    const zone = String(document?.timeZone ?? '')
    return sentenceOf({ ...value, _type: type } as Dated, zone, now)
  }
  const { _ref } = (insert.programme ?? insert.branch ?? {}) as { _ref?: string }
  if (!document || document._id.replace(/^drafts\./, '') !== _ref) return undefined
  if (_type === 'commissionRange') return JSON.stringify(document.commission)
  const name = String(fact)
  return JSON.stringify(valueAt(document, ofChallenge.has(name) ? `challenge.${name}` : name))
}
