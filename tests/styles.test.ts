import { afterAll, beforeAll, expect, it } from 'vitest'
import { formPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const read = async (path: string, init?: RequestInit) => (await site.request(path, init)).text()
const stylesIn = (page: string) => /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
const classesIn = (page: string) =>
  Array.from(page.matchAll(/ (?:data-classes|class)="([^"]*)"/g), ([, list = '']) =>
    list.split(' '),
  ).flat()

it('contains only the rules that it uses', async () => {
  const landing = stylesIn(await read('/'))
  const terms = stylesIn(await read('/support/terms'))
  const own = [
    '.certificate{',
    '.gallery-panel{',
    '.gap-\\(--gap\\){',
    // In the gallery, which loads later.
    '.screen>img{',
    '4\\.5vw\\)\\]{',
    '@font-face{font-family:El',
  ]
  expect(own.filter((rule) => !landing.includes(rule))).toEqual([])
  expect(['.certificate', '.field', '.screen'].filter((rule) => terms.includes(rule))).toEqual([])
  // Of a list of selectors, those that the page uses.
  expect(landing).toContain('.gallery-scroll:focus-visible{')
  for (const styles of [landing, terms]) {
    expect(/@(media|supports)[^{]*\{\}/.test(styles)).toBe(false)
    expect(styles.split('{')).toHaveLength(styles.split('}').length)
  }
})

it.each(formPaths.filter((path) => path !== '/business/seller'))(
  'has the rules for the errors that a script may show on %s',
  async (path) => {
    const init = { method: 'POST', body: new URLSearchParams() }
    const rejected = classesIn(await read(path, init))
    expect(rejected).toContain('error-summary')
    expect(classesIn(await read(path))).toEqual(expect.arrayContaining(rejected))
  },
)
