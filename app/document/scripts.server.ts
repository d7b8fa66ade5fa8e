import firstTouch from './scripts/first-touch.js?in-page'
import header from './scripts/header.js?in-page'
import islandLoader from './scripts/island-loader.js?in-page'
import openers from './scripts/openers.js?in-page'

/** The scripts that stand in pages. */
export interface PageScripts {
  firstTouch: string
  header: string
  openers: string
  islandLoader: string
}

export const pageScripts: PageScripts = { firstTouch, header, openers, islandLoader }
