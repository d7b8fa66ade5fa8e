import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The most that a first visit may download, in bytes: fonts as they are, the rest in brotli. */
export const budgets = {
  /** HTML, styles and scripts of a page that shows content alone. */
  contentPage: 15_000,
  /**
   * HTML and styles of such a page: with a kilobyte of headers they are the ten segments that a server
   * sends before it waits for the browser's first answer (RFC 6928).
   */
  contentHtml: 13_600,
  /** The scripts of such a page. */
  contentScripts: 2_000,
  /** HTML and styles of a page with a form or islands. */
  interactivePage: 16_000,
  /** All that a page with a form or islands may load as scripts, and in how many files. */
  interactiveScripts: 12_000,
  scriptFiles: 4,
  /** The one script that runs all islands, and the one that sends forms. */
  islands: 9_000,
  forms: 2_000,
  /** HTML, styles, fonts and scripts of the landing page. */
  landing: 40_500,
  /** All style sheets; no page has them all, and what one has is bounded above. */
  styles: 12_000,
  fonts: 60_000,
}

/** @param {string | Buffer} text @returns {number} bytes in brotli at its highest level */
export const brotliSize = (text) => brotliCompressSync(text).length

/**
 * Weighs what was built and can be weighed without content: styles, fonts and scripts. Whole pages are
 * weighed by tests/budgets.test.ts.
 *
 * @param {string} client the folder of what browsers download
 * @throws Error that names everything above its budget
 */
export function checkBudgets(client) {
  const assets = readdirSync(join(client, 'assets'))
  /** @param {RegExp} pattern @param {(file: Buffer) => number} weigh */
  const total = (pattern, weigh) =>
    assets
      .filter((name) => pattern.test(name))
      .reduce((sum, name) => sum + weigh(readFileSync(join(client, 'assets', name))), 0)

  const excesses = [
    { what: 'styles', size: total(/\.css$/, brotliSize), limit: budgets.styles },
    { what: 'fonts', size: total(/\.woff2$/, ({ length }) => length), limit: budgets.fonts },
    {
      what: 'islands',
      size: total(/^start-islands-[\w-]{8}\.js$/, brotliSize),
      limit: budgets.islands,
    },
    { what: 'forms', size: total(/^send-form-[\w-]{8}\.js$/, brotliSize), limit: budgets.forms },
  ].filter(({ size, limit }) => size > limit)
  if (excesses.length === 0) return
  const lines = excesses.map(({ what, size, limit }) => `${what}: ${size} bytes of ${limit}`)
  throw new Error(`Above the budget, in brotli:\n${lines.join('\n')}`)
}
