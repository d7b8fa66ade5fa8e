import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brotliSize, budgets } from '../scripts/budgets.js'
import { contentPaths, formPaths, livePaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const read = (url = '') => readFileSync(join(root, 'build/client', url))

/** Compressed sizes of scripts. Cached, because most scripts are used by many pages. */
const sizes = new Map<string | undefined, number>()
function scriptSize(url: string | undefined): number {
  const size = sizes.get(url) ?? brotliSize(read(url))
  sizes.set(url, size)
  return size
}

/** Returns the sizes of the downloads of a first visit, without images. */
async function firstVisit(path: string) {
  const html = await (await site.request(path)).text()
  const find = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, url]) => url))]
  const scripts = find(/"(\/(?:assets\/)?[\w.()-]+\.js)"/g)
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  return {
    page: brotliSize(html),
    scripts: sum(scripts.map(scriptSize)),
    scriptFiles: scripts.length,
    // Fonts for rare characters are not loaded.
    fonts: sum(
      find(/url\((\/assets\/[^)]+\.woff2)\)/g)
        .filter((url) => !url?.includes('-more'))
        .map((url) => read(url).length),
    ),
  }
}

describe.each(contentPaths)('a first visit to %s', (path) => {
  it('stays within the budget of a page without scripts', async () => {
    const { page, scripts, scriptFiles, fonts } = await firstVisit(path)
    expect(scripts).toBeLessThanOrEqual(budgets.contentScripts)
    expect(page).toBeLessThanOrEqual(budgets.contentHtml)
    expect(page + scripts).toBeLessThanOrEqual(budgets.contentPage)
    expect(1 + scriptFiles).toBeLessThanOrEqual(3)
    expect(fonts).toBeGreaterThan(0)
    expect(fonts).toBeLessThanOrEqual(budgets.fonts)
  })
})

describe.each([...livePaths, ...formPaths])('a first visit to %s', (path) => {
  it('stays within the budget of a page with a form or islands', async () => {
    const { page, scripts, scriptFiles } = await firstVisit(path)
    expect(scripts).toBeGreaterThan(budgets.contentScripts)
    expect(scripts).toBeLessThanOrEqual(budgets.interactiveScripts)
    expect(scriptFiles).toBeLessThanOrEqual(budgets.scriptFiles)
    expect(page).toBeLessThanOrEqual(path === '/' ? budgets.landingPage : budgets.interactivePage)
  })
})

it('a first visit to the landing page stays within its budget', async () => {
  const { page, scripts, fonts } = await firstVisit('/')
  expect(page + scripts + fonts).toBeLessThanOrEqual(budgets.landing)
})
