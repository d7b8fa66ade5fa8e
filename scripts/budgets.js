import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The maximum sizes of downloads at a first visit, in bytes. Fonts are uncompressed, the rest is in Brotli. */
export const budgets = {
  /** HTML with its styles, and scripts, of a page with content only. */
  contentPage: 12_300,
  /**
   * HTML with the styles of a page with content only. The styles and the visible part are in the first ten TCP
   * segments, which a server sends before it waits for the first acknowledgment (RFC 6928).
   */
  contentHtml: 11_100,
  /** Scripts of a page with content only. */
  contentScripts: 2_000,
  /** HTML with the styles of a page with a form or islands, and of the landing page. */
  interactivePage: 10_600,
  landingPage: 14_200,
  /** Scripts of a page with a form or islands: their size, and the number of files. */
  interactiveScripts: 12_000,
  scriptFiles: 4,
  /** HTML with the styles of a page that is built from sections. */
  sectionPage: 16_000,
  /** The script that runs all islands, and the script that sends forms. */
  islands: 9_000,
  forms: 2_200,
  /** HTML with its styles, fonts, and scripts of the landing page. */
  landing: 39_300,
  /** The stylesheet of all pages, of which a first visit gets the rules that its page uses. */
  styles: 9_500,
  /** The additional stylesheet of right-to-left languages and of other letters. */
  letters: 900,
  /** All fonts of an Arabic page, except those for rare characters. */
  fonts: 60_000,
}

/** Returns the size of a text in Brotli at the highest level, in bytes. @param {string | Buffer} text */
export const brotliSize = (text) => brotliCompressSync(text).length

/**
 * Checks the sizes of the stylesheets, fonts, and scripts in the build output. tests/budgets.test.ts checks whole
 * pages, whose sizes depend on content.
 *
 * @param {string} client the folder with the files for browsers
 * @throws Error that lists everything above its budget
 */
export function checkBudgets(client) {
  const assets = readdirSync(join(client, 'assets'))
  /** @param {RegExp} pattern @param {(file: Buffer) => number} sizeOf */
  const total = (pattern, sizeOf) =>
    assets
      .filter((name) => pattern.test(name))
      .reduce((sum, name) => sum + sizeOf(readFileSync(join(client, 'assets', name))), 0)

  const excesses = [
    { what: 'styles', size: total(/^styles-.*\.css$/, brotliSize), limit: budgets.styles },
    { what: 'letters', size: total(/^letters-.*\.css$/, brotliSize), limit: budgets.letters },
    {
      what: 'fonts',
      size: total(/^(?!.*-more).*\.woff2$/, ({ length }) => length),
      limit: budgets.fonts,
    },
    {
      what: 'islands',
      size: total(/^start-islands-[\w-]{8}\.js$/, brotliSize),
      limit: budgets.islands,
    },
    { what: 'forms', size: total(/^send-form-[\w-]{8}\.js$/, brotliSize), limit: budgets.forms },
  ].filter(({ size, limit }) => size > limit)
  if (excesses.length === 0) return
  const lines = excesses.map(({ what, size, limit }) => `${what}: ${size} bytes, limit ${limit}`)
  throw new Error(`The build exceeds its size budget (scripts/budgets.js):\n${lines.join('\n')}`)
}
