/** A link in a document: to a page, to a typed path of this site, or to another site. */
export interface FoundLink {
  /** The name of the document's field that contains the link. */
  field: string
  page?: { id: string; view: string | undefined; anchor: string | undefined }
  path?: string
  url?: string
}

/** The names of fields with addresses. */
const addressFields = /^(href|to|url)$|Url$/

/** Returns all links in a document. */
export function linksOf(document: object): FoundLink[] {
  const found: FoundLink[] = []
  for (const [field, value] of Object.entries(document)) {
    collect({ [field]: value }, (link) => found.push({ field, ...link }))
  }
  return found
}

function collect(part: unknown, add: (link: Omit<FoundLink, 'field'>) => void): void {
  if (part === null || typeof part !== 'object') return
  const { page, view, anchor } = part as Record<string, unknown>
  const id = (page as { _ref?: unknown } | null | undefined)?._ref
  if (typeof id === 'string') add({ page: { id, view: textOf(view), anchor: textOf(anchor) } })
  for (const [name, value] of Object.entries(part)) {
    if (typeof value !== 'string' || !addressFields.test(name)) collect(value, add)
    else if (value.startsWith('/')) add({ path: value })
    else if (/^https?:\/\//i.test(value)) add({ url: value })
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
