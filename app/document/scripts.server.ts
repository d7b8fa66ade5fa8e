import header from './scripts/header.js?in-page'
import lateScripts from './scripts/late-scripts.js?in-page'

/** The scripts that stand in pages. */
export interface PageScripts {
  header: string
  lateScripts: string
}

export const pageScripts: PageScripts = { header, lateScripts }

/**
 * Puts the scripts of a hydrating page off until it has been painted; scripts/late-scripts.js loads
 * them then. Remix has browsers preload them as modules, which come before the fonts and pictures
 * that the visitor waits for, and which Lighthouse counts as blocking the first paint.
 */
export function putScriptsOff(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(/(<script [^>]*)type="module" async=""/, '$1type="text/later"')
}
