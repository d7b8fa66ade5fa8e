import { linkedPath, type PageDocument, targetPath } from '../../app/addresses.ts'
import { pages } from '../../app/pages.ts'

// Turns typed addresses in content into references to pages: halvi lake migrate build/migrate-links.js

interface Stored extends PageDocument {
  _id: string
  slug?: { current?: unknown }
  [field: string]: unknown
}

/** The link to a page or an outside address, as schemas/objects/link.ts describes it. */
type Link = Record<string, unknown>

/** Types whose links stay typed, because they lead to other sites only. */
const typesWithOutsideLinks = new Set(['mailMessage', 'replyTemplate'])

const linksByPath = new WeakMap<readonly Stored[], ReadonlyMap<string, Link>>()

/**
 * Returns the document with references in place of typed addresses. Addresses that belong to no published page stay.
 *
 * @param all every document of the dataset
 */
export default function migrateLinks(document: Stored, all: readonly Stored[]): unknown {
  if (typesWithOutsideLinks.has(document._type)) return undefined
  const known = linksByPath.get(all) ?? readLinks(all)
  linksByPath.set(all, known)
  return migrated(document, known)
}

/** Returns the links to all published pages, by their paths. */
function readLinks(all: readonly Stored[]): ReadonlyMap<string, Link> {
  const links = new Map<string, Link>()
  for (const { _id, _type, slug, key } of all) {
    if (_id.includes('.')) continue
    for (const { document, view } of pages) {
      if (document !== _type) continue
      const path = linkedPath({ _type, slug: slug?.current, key }, view)
      const page = { _type: 'reference', _ref: _id }
      if (path) links.set(path, { page, ...(view && { view }) })
    }
  }
  return links
}

function migrated(value: unknown, links: ReadonlyMap<string, Link>): unknown {
  if (Array.isArray(value)) return value.map((item) => migrated(item, links))
  if (value === null || typeof value !== 'object') return value
  const part = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, migrated(inner, links)]),
  )
  const old = part._type === 'redirect' ? 'to' : 'href'
  const { [old]: address, ...rest } = part
  const link = typeof address === 'string' && !part.destination && linkTo(address, links)
  if (!link) return part
  return part._type === 'link'
    ? { ...rest, ...link }
    : { ...rest, destination: { _type: 'link', ...link } }
}

/** Returns the link for a typed address, or undefined if it is not a page of the site or an outside address. */
function linkTo(address: string, links: ReadonlyMap<string, Link>): Link | undefined {
  if (/^(https|mailto|tel):/i.test(address)) return { url: address }
  if (!address.startsWith('/')) return undefined
  const [, query, anchor] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? []
  const link = links.get(targetPath(address))
  return link && { ...link, ...(query && { query }), ...(anchor && { anchor }) }
}
