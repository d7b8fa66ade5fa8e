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

/** Returns the classes in a stylesheet. */
function classesIn(styles: string): Set<string> {
  const names = styles.matchAll(/\.(-?(?:[a-z_]|\\.)(?:[\w-]|\\.)*)/gi)
  return new Set(Array.from(names, ([, name = '']) => name.replaceAll('\\', '')))
}

const classesOf = (html: string) =>
  Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(/\s+/)).flat()

/** The classes in all stylesheets. */
let styled: Set<string>
beforeAll(() => {
  const folder = join(root, 'build/client/assets')
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
  styled = classesIn(sheets.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'))
})

/** Returns the classes on a page that are in some stylesheet, but not in the styles of the page. */
function unstyled(page: string, shown = page): string[] {
  const [, own = ''] = /<style data-styles=""[^>]*>(.*?)<\/style>/s.exec(page) ?? []
  const included = classesIn(own)
  const missing = classesOf(shown).filter((name) => styled.has(name) && !included.has(name))
  return [...new Set(missing)]
}

const html = async (path: string, init?: RequestInit) => (await site.request(path, init)).text()

const searches = ['/support/faq?q=commission', '/support/help?q=nothing-like-this']

// A page loads the styles of the parts listed in its `handle.parts`. In the preview a missing part can go unnoticed,
// because the styles of the previous page are still loaded.
it('each page has the styles of all its parts', async () => {
  expect(styled.size).toBeGreaterThan(100)
  for (const path of [...canonicalPaths, ...searches, '/nothing-here']) {
    expect([path, unstyled(await html(path))]).toEqual([path, []])
  }
})

it('the landing page has the styles of its gallery, and a form those of its errors', async () => {
  expect(unstyled(await html('/'), await html('/gallery.html'))).toEqual([])
  const invalid = await html('/waitlist', { method: 'POST', body: new URLSearchParams() })
  expect(invalid).toContain('role="alert"')
  expect(unstyled(invalid)).toEqual([])
})
