import type { SharedPage } from '../../app/seo/share-image.ts'

/** Maximum length of a text on a share image, in characters. */
const maxLength = 120

/** The data of a page from which its share image is drawn. */
export interface PageHead extends SharedPage {
  version: string
  /** Whether the page's language is right-to-left. */
  isRightToLeft: boolean
}

/**
 * Reads the data for the share image from the head of a page. Returns undefined if the page uses an image that staff
 * have selected.
 */
export function readHead(page: Buffer): PageHead | undefined {
  const end = page.indexOf('</head>')
  const head = page.subarray(0, end).toString()
  const version = /\/share[/\w%-]*\.png\?v=([\w-]+)$/.exec(contentOf(head, 'og:image'))?.[1]
  if (!version) return undefined
  const title = shortened(contentOf(head, 'og:title'))
  const text = firstSentences(contentOf(head, 'og:description'))
  const hue = /^[a-z]+/.exec(version)?.[0] ?? ''
  const isRightToLeft = /<html [^>]*\bdir="rtl"/.test(head)
  return { title, text, brand: contentOf(head, 'og:site_name'), hue, version, isRightToLeft }
}

/** Returns the sentences at the start of a description that fit on a share image, or the first words. */
const firstSentences = (description: string): string =>
  /^.*[.!?؟۔](?=\s|$)/.exec(shortened(description))?.[0] ?? shortened(description)

const shortened = (text: string) => [...text].slice(0, maxLength).join('')

function contentOf(head: string, property: string): string {
  const content = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(head)?.[1]
  return (content ?? '').replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? '')
}

/** The entities that React writes. */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
