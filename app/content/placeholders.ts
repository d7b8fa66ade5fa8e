/** Content that came with the site and stands in for what only its owners know. */
export interface Placeholder {
  /** The document and the field, as the Studio opens them. */
  id: string
  type: string
  path: string
  /** What it is, within a sentence. */
  what: string
  /** The page that shows it; absent: all do. */
  page?: string
}

/** What is looked at to find them: `placeholderFields` of each document, by its id. */
export interface PlaceholderContent {
  settings?: {
    phone?: string | null | undefined
    socialLinks?: ({ url?: string | null | undefined } | null)[] | null | undefined
  } | null
  legal?: { _id: string; words?: (string | null)[] | null | undefined }[] | null | undefined
}

interface Known extends Placeholder {
  isIn(content: PlaceholderContent): boolean
}

/** The terms as the seed has them, and as it had them before. */
const terms: ReadonlySet<string> = new Set(['7bcb95bd', '7e261799'])

/** The one list of them. Legal texts are told by the hash of their words, so that any change counts. */
const known: readonly Known[] = [
  {
    ...{ id: 'legal-terms', type: 'legalPage', path: 'body' },
    what: 'the terms of service that came with the site',
    page: '/support/terms',
    isIn: ({ legal }) => terms.has(String(hashOf(legal, 'legal-terms'))),
  },
  {
    ...{ id: 'legal-privacy', type: 'legalPage', path: 'body' },
    what: 'the privacy policy that came with the site',
    page: '/support/privacy',
    isIn: ({ legal }) => hashOf(legal, 'legal-privacy') === '36531215',
  },
  {
    ...{ id: 'siteSettings', type: 'siteSettings', path: 'contact.phone' },
    what: 'a phone number that is kept for fiction',
    page: '/support/contact',
    isIn: ({ settings }) => /^\+1\d{3}55501\d\d$/.test(settings?.phone ?? ''),
  },
  {
    ...{ id: 'siteSettings', type: 'siteSettings', path: 'socialLinks' },
    what: 'a social account without an address',
    isIn: ({ settings }) => settings?.socialLinks?.some((link) => !link?.url) === true,
  },
]

/** The placeholders that are still in the content. */
export function placeholdersIn(content: PlaceholderContent): Placeholder[] {
  return known
    .filter(({ isIn }) => isIn(content))
    .map(({ id, type, path, what, page }) => ({ id, type, path, what, ...(page && { page }) }))
}

/** Of the words of a legal page. */
function hashOf(legal: PlaceholderContent['legal'], id: string): string | undefined {
  const words = legal?.find(({ _id }) => _id === id)?.words
  if (!words) return undefined
  // What stands for a fact or a date has no words, and may be left out.
  return hash(words.filter(Boolean).join('\n'))
}

/** FNV-1a of 32 bits over UTF-16: what it tells apart is not written to deceive. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16)
}
