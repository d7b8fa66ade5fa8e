import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../server/root.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

/** The classes that a style sheet has rules for. */
function classesIn(styles: string): Set<string> {
  const names = styles.matchAll(/\.(-?(?:[a-z_]|\\.)(?:[\w-]|\\.)*)/gi)
  return new Set(Array.from(names, ([, name = '']) => name.replaceAll('\\', '')))
}

const classesOf = (html: string) =>
  Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(/\s+/)).flat()

/** Those of all sheets. */
let styled: Set<string>
beforeAll(() => {
  const folder = join(root, 'build/client/assets')
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
  styled = classesIn(sheets.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'))
})

/** The classes on a page that some sheet has rules for, and the page's own sheets have not. */
function unstyled(page: string, shown = page): string[] {
  const [, own = ''] = /<style data-styles=""[^>]*>(.*?)<\/style>/s.exec(page) ?? []
  const brought = classesIn(own)
  const missing = classesOf(shown).filter((name) => styled.has(name) && !brought.has(name))
  return [...new Set(missing)]
}

const html = async (path: string, init?: RequestInit) => (await site.request(path, init)).text()

const searches = ['/support/faq?q=commission', '/support/help?q=nothing-like-this']

// A page has the styles of what it says is on it (`handle.parts`). The preview, in which staff look at it,
// may have come from a page that has more.
it('each page brings the styles of all that is on it', async () => {
  expect(styled.size).toBeGreaterThan(100)
  for (const path of [...canonicalPaths, ...searches, '/nothing-here']) {
    expect([path, unstyled(await html(path))]).toEqual([path, []])
  }
})

it('the landing page brings the styles of its gallery, a form those of its messages', async () => {
  expect(unstyled(await html('/'), await html('/gallery.html'))).toEqual([])
  const refused = await html('/waitlist', { method: 'POST', body: new URLSearchParams() })
  expect(refused).toContain('role="alert"')
  expect(unstyled(refused)).toEqual([])
})
