import { hash } from '../hash.ts'

/** Changes with how the pictures are drawn, so that nobody goes on showing the former ones. */
const design = 1

/** The size that networks show in full, in pixels. */
export const sharingSize = { width: 1200, height: 630 } as const

/** What is drawn: the title of a page and the name of the site, in the colours of a branch or the brand's. */
export interface SharedPage {
  title: string
  brand: string
  /** Empty for the brand's own. */
  hue: string
}

/** Returns the URL of a page's picture: another title is another URL. The page, never the URL, decides what is drawn. */
export function shareImagePath(path: string, page: SharedPage): string {
  return `/share${path === '/' ? '' : path}.png?v=${versionOf(page)}`
}

/** Such as `eats-1x2y3z`; a page tells its hue by it. */
function versionOf({ title, brand, hue }: SharedPage): string {
  return `${hue || 'halvi'}-${hash(JSON.stringify([design, brand, title])).toString(36)}`
}
