import type { SharedPage } from '../../app/seo/share-image.ts'

/** Maximum length of the title on a share image, in characters. */
const maxTitleLength = 120

/** The data of a page from which its share image is drawn. */
export interface PageHead extends SharedPage {
  version: string
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
  const title = [...contentOf(head, 'og:title')].slice(0, maxTitleLength).join('')
  const hue = /^[a-z]+/.exec(version)?.[0] ?? ''
  return { title, brand: contentOf(head, 'og:site_name'), hue, version }
}

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
