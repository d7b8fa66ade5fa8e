import { hash } from 'halvi-site/hash'

/** The version of the share images' design. Increase it after a change, so that caches don't serve old images. */
const design = 2

/** The image size that social networks recommend, in pixels. */
export const sharingSize = { width: 1200, height: 630 } as const

/** The content of a share image: a page's title and description, and the site's name, in the colors of a branch. */
export interface SharedPage {
  title: string
  /** Says below the title what the page is about. */
  text: string
  brand: string
  /** Empty for the brand's colors. */
  hue: string
}

/**
 * Returns the path of a page's share image. It changes with its texts. The server draws the image from the page's
 * data, not from the URL.
 */
export function shareImagePath(path: string, page: SharedPage): string {
  return `/share${path === '/' ? '' : path}.png?v=${versionOf(page)}`
}

/** Returns a version such as `eats-1x2y3z`. It starts with the hue, which the server reads from it. */
function versionOf({ title, text, brand, hue }: SharedPage): string {
  return `${hue || 'halvi'}-${hash(JSON.stringify([design, brand, title, text])).toString(36)}`
}
