import { walk } from 'halvi-site/content/walk'
import { english } from 'halvi-site/language/language'
import type { SanityDocument } from 'sanity'
import { publishedId } from '../../links/published-id.ts'

/** A legal page, with the fields that matter for its date. */
export type LegalPage = SanityDocument & { title?: string; lastUpdated?: string; body?: unknown }

type Facts = NonNullable<Parameters<typeof walk>[4]>

/** Returns the legal pages whose text changes when a document is published. */
export function changedLegal(
  pages: readonly LegalPage[],
  before: SanityDocument | null,
  after: SanityDocument,
  now: number,
): LegalPage[] {
  const textWith = (body: unknown, document: SanityDocument | null) =>
    JSON.stringify(walk('', body, now, english, factsIn(document)).value)
  return pages.filter(({ body }) => textWith(body, before) !== textWith(body, after))
}

/** Returns the facts of a document: the settings, an affiliate program, or a branch. */
function factsIn(document: SanityDocument | null): Facts {
  const _id = publishedId(document?._id ?? '')
  const dated = (_type: string, value: unknown) => value && { ...value, _type }
  const facts = {
    ...document,
    launch: dated('launch', document?.launch),
    offer: dated('launchOffer', document?.offer),
    challenge: dated('challenge', document?.challenge),
    branches: [{ _id, ...(document?.commission as object | undefined) }],
    programs: [{ ...document, _id }],
  }
  return facts as unknown as Facts
}
