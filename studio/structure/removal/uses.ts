import type { SanityDocument } from 'sanity'
import { targetPath } from '../../../app/addresses.ts'

/** A document that uses another document. */
export interface Use {
  document: SanityDocument
  /** The names of the fields that use the other document. */
  fields: string[]
}

/** The references and links to a document. */
export interface Uses {
  /** Documents that refer to the document. It can't be removed while there are any. */
  references: Use[]
  /** Documents with a link to its page. The site hides these links when the page does not exist. */
  links: Use[]
}

/** The document to find uses of. */
export interface Target {
  id: string
  /** The path of its page, or the old URL if it is a redirect. */
  address?: string | undefined
}

/**
 * Returns the uses of a document in other documents. A document and its draft count as one.
 *
 * @param siteUrl the origin of the site, to recognize absolute links to it
 */
export function usesOf(
  documents: readonly SanityDocument[],
  { id, address }: Target,
  siteUrl: string,
): Uses {
  const references = new Map<string, Use>()
  const links = new Map<string, Use>()
  const path = address && targetPath(address)
  const isLinkToTarget = (text: string) => {
    const local = text.startsWith(`${siteUrl}/`) ? text.slice(siteUrl.length) : text
    return local.startsWith('/') && targetPath(local) === path
  }
  for (const document of documents) {
    const own = publishedId(document._id)
    if (own === id) continue
    for (const [field, value] of Object.entries(document)) {
      walk(value, (part) => {
        if (typeof part === 'string') {
          if (path && field !== 'from' && isLinkToTarget(part)) addUse(links, own, document, field)
        } else if (part._ref === id && part._weak !== true) {
          addUse(references, own, document, field)
        }
      })
    }
  }
  return { references: [...references.values()], links: [...links.values()] }
}

const publishedId = (id: string) => id.replace(/^(drafts|versions\.[^.]+)\./, '')

function addUse(uses: Map<string, Use>, id: string, document: SanityDocument, field: string): void {
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
