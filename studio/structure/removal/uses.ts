import type { SanityDocument } from 'sanity'
import { targetPath } from '../../../app/addresses.ts'

/** Where a document is used in another one. */
export interface Use {
  document: SanityDocument
  /** The names of the other document's fields in which it is used. */
  fields: string[]
}

/** What would not work without a document. */
export interface Uses {
  /** Documents that refer to it: it can't be removed before they no longer do. */
  references: Use[]
  /** Documents with a link to its page: the site leaves such links out once the page is gone. */
  links: Use[]
}

/** What a document is, as far as others use it. */
export interface Target {
  id: string
  /** Where its page is, or its redirect starts; absent for what has no address. */
  address?: string | undefined
}

/**
 * The uses of a document in others. A document and its draft count as one.
 *
 * @param siteUrl the origin of links to this site that are written in full
 */
export function usesOf(
  documents: readonly SanityDocument[],
  { id, address }: Target,
  siteUrl: string,
): Uses {
  const references = new Map<string, Use>()
  const links = new Map<string, Use>()
  const path = address && targetPath(address)
  const leadsThere = (text: string) => {
    const local = text.startsWith(`${siteUrl}/`) ? text.slice(siteUrl.length) : text
    return local.startsWith('/') && targetPath(local) === path
  }
  for (const document of documents) {
    const own = publishedId(document._id)
    if (own === id) continue
    for (const [field, value] of Object.entries(document)) {
      walk(value, (part) => {
        if (typeof part === 'string') {
          if (path && field !== 'from' && leadsThere(part)) note(links, own, document, field)
        } else if (part._ref === id && part._weak !== true) {
          note(references, own, document, field)
        }
      })
    }
  }
  return { references: [...references.values()], links: [...links.values()] }
}

const publishedId = (id: string) => id.replace(/^(drafts|versions\.[^.]+)\./, '')

function note(uses: Map<string, Use>, id: string, document: SanityDocument, field: string): void {
  const use = uses.get(id) ?? { document, fields: [] }
  if (!use.fields.includes(field)) use.fields.push(field)
  uses.set(id, use)
}

function walk(value: unknown, visit: (part: string | Record<string, unknown>) => void): void {
  if (typeof value === 'string') visit(value)
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Record<string, unknown>)
  for (const inner of Object.values(value)) walk(inner, visit)
}
