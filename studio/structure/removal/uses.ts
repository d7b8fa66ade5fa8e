import type { SanityDocument } from 'sanity'
import { targetPath } from '../../../app/addresses.ts'
import { publishedId } from '../../links/published-id.ts'

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
  /** Redirects to its page, directly or through each other, with their drafts and versions. */
  redirects: SanityDocument[]
  /** Documents with a link to its page or to one of the redirects. The site hides these links when the page does not exist. */
  links: Use[]
}

/** A stored redirect. The API accepts content of any shape. */
export type Redirect = SanityDocument & {
  from?: string
  to?: string
  destination?: { page?: { _ref?: string }; url?: string }
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
  const paths = new Set(address ? [targetPath(address)] : [])
  const isLinkToTarget = (text: string) => {
    const local = text.startsWith(`${siteUrl}/`) ? text.slice(siteUrl.length) : text
    return local.startsWith('/') && paths.has(targetPath(local))
  }
  const redirects = redirectsTo(id, documents, paths, isLinkToTarget)
  for (const document of documents) {
    const own = publishedId(document._id)
    if (own === id || redirects.includes(document)) continue
    for (const [field, value] of Object.entries(document)) {
      walk(value, (part) => {
        if (typeof part === 'string') {
          if (field !== 'from' && isLinkToTarget(part)) addUse(links, own, document, field)
        } else if (part._ref === id && part._weak !== true) {
          addUse(references, own, document, field)
        }
      })
    }
  }
  return { references: [...references.values()], links: [...links.values()], redirects }
}

/** Returns the redirects to a page, and adds the paths that they start at to `paths`. */
function redirectsTo(
  id: string,
  documents: readonly SanityDocument[],
  paths: Set<string>,
  isLinkToTarget: (text: string) => boolean,
): SanityDocument[] {
  const found = new Set<SanityDocument>()
  const all = documents.filter(({ _id, _type }) => _type === 'redirect' && publishedId(_id) !== id)
  for (let count = -1; count < found.size; ) {
    count = found.size
    for (const redirect of all) {
      const { from, to, destination } = redirect as Redirect
      const isFound = destination?.page
        ? destination.page._ref === id
        : isLinkToTarget(destination?.url ?? to ?? '')
      if (!isFound) continue
      found.add(redirect)
      if (from) paths.add(targetPath(from))
    }
  }
  return [...found]
}

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
