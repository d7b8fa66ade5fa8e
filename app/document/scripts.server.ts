import firstTouch from './scripts/first-touch.js?in-page'
import header from './scripts/header.js?in-page'
import islandLoader from './scripts/island-loader.js?in-page'
import languageOffer from './scripts/language-offer.js?in-page'

export type PageScript = 'firstTouch' | 'header' | 'islandLoader' | 'languageOffer'

/** The scripts that are inlined in pages. */
export const pageScripts: Record<PageScript, string> = {
  firstTouch,
  header,
  islandLoader,
  languageOffer,
}
