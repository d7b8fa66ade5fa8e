import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The most that a first visit may download, in bytes: fonts as they are, the rest in brotli. */
export const budgets = {
  /** HTML, styles and scripts of a page that runs nothing. */
  contentPage: 15_000,
  /**
   * HTML and styles of a page that runs nothing: with a kilobyte of headers they are the ten segments
   * that a server sends before it waits for the browser's first answer (RFC 6928).
   */
  contentHtml: 13_600,
  /** The scripts of a page that runs nothing. */
  contentScripts: 2_000,
  /** The scripts of a page with a form or live parts. */
  liveScripts: 110_000,
  /** HTML and styles of a page with a form or live parts. */
  livePage: 20_000,
  styles: 8_800,
  fonts: 60_000,
}

/** @param {string | Buffer} text @returns {number} bytes in brotli at its highest level */
export const brotliSize = (text) => brotliCompressSync(text).length

/**
 * Weighs what was built and can be weighed without content: styles, fonts, and the scripts of each
 * route as if it ran. Whole pages are weighed by tests/budgets.test.ts.
 *
 * @param {string} client the folder of what browsers download
 * @throws Error that names everything above its budget
 */
export function checkBudgets(client) {
  const assets = readdirSync(join(client, 'assets'))
  const ending = (/** @type {string} */ end) =>
    assets.filter((name) => name.endsWith(end)).map((name) => join(client, 'assets', name))
  const total = (/** @type {number[]} */ sizes) => sizes.reduce((sum, size) => sum + size, 0)
  const brotli = (/** @type {string} */ file) => brotliSize(readFileSync(file))

  const excesses = [
    { what: 'styles', size: total(ending('.css').map(brotli)), limit: budgets.styles },
    {
      what: 'fonts',
      size: total(ending('.woff2').map((file) => readFileSync(file).length)),
      limit: budgets.fonts,
    },
    ...scriptsOfRoutes(
      ending('.js'),
      once((path) => brotli(join(client, path))),
    ),
  ].filter(({ size, limit }) => size > limit)
  if (excesses.length === 0) return
  const lines = excesses.map(({ what, size, limit }) => `${what}: ${size} bytes of ${limit}`)
  throw new Error(`Above the budget, in brotli:\n${lines.join('\n')}`)
}

/**
 * @param {string[]} scripts
 * @param {(path: string) => number} weigh
 */
function scriptsOfRoutes(scripts, weigh) {
  const file = scripts.find((name) => /manifest-\w+\.js$/.test(name))
  if (!file) throw new Error('The build has no manifest of its routes')
  const source = readFileSync(file, 'utf8')
  /** @type {{ entry: Part, routes: Record<string, Part> }} */
  const { entry, routes } = JSON.parse(
    source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1),
  )
  const shared = [...partsOf(entry), ...partsOf(routes.root)]
  return Object.entries(routes).map(([id, route]) => {
    const paths = new Set([...shared, ...partsOf(route)])
    const size = [...paths].reduce((sum, path) => sum + weigh(path), brotliSize(source))
    return { what: `scripts of ${id}`, size, limit: budgets.liveScripts }
  })
}

/**
 * Weighs each script once: every route shares the largest ones.
 *
 * @param {(path: string) => number} weigh
 */
function once(weigh) {
  /** @type {Map<string, number>} */
  const sizes = new Map()
  return (/** @type {string} */ path) => {
    const size = sizes.get(path) ?? weigh(path)
    sizes.set(path, size)
    return size
  }
}

/** @typedef {{ module: string, imports: string[] }} Part */

/** @param {Part | undefined} part @returns {string[]} */
const partsOf = (part) => (part ? [part.module, ...part.imports] : [])
