import { expect, type Page, test } from '@playwright/test'
import { defaultWords } from 'halvi-site/words/words'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { overflowing } from './layout.ts'
import { canonicalPaths } from './paths.ts'

// The tests run in sequence, so that they share one site and one page.
test.describe.configure({ mode: 'default' })

let site: RunningSite
let page: Page
test.beforeAll(async ({ browser }) => {
  site = await startSite()
  await publishLongWords()
  page = await browser.newPage({ reducedMotion: 'reduce' })
})
test.afterAll(() => site.remove())

const words = ['Lebensmittelgeschäftsbesitzer', 'Datenschutzgrundverordnung']
/** The number of links in the header. */
const menuLength = 12
/** Fields that are not text, such as keys and dates. They stay unchanged. */
const unchangedFields =
  /^(_.*|style|listItem|current|hue|icon|key|fact|network|source|timeZone|since|deadline|lastUpdated|startsAt|month|audience)$/

/** Puts long words into every text, removes every image, and adds links to the header. */
async function publishLongWords(): Promise<void> {
  const client = contentOf(site)
  const documents = await client.fetch('*[!(_type match "sanity.*")]')
  const transaction = client.transaction()
  for (const document of documents) transaction.createOrReplace(withLongWords(document))
  transaction.createOrReplace(withLongWords({ _id: 'words', _type: 'words', ...defaultWords }))
  const { name } = documents.find(({ _id }: { _id: string }) => _id === 'siteSettings')
  const headerLinks = Array.from({ length: menuLength }, (_, index) => ({
    _key: `link${index}`,
    _type: 'link',
    label: words[index % 2],
    destination: { _type: 'link', url: '/support/faq' },
  }))
  transaction.patch('siteSettings', (patch) => patch.set({ name, headerLinks }))
  await transaction.commit()
}

function withLongWords<T>(value: T, name = ''): T {
  if (Array.isArray(value)) return value.map((item) => withLongWords(item, name)) as T
  if (value && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([key]) => key !== 'asset')
      .map(([key, inner]) => [key, withLongWords(inner, key)])
    return Object.fromEntries(entries)
  }
  const isText = typeof value === 'string' && /^[^/]*\s|^\w+$/.test(value) && !/^\S+:/.test(value)
  if (!isText || unchangedFields.test(name)) return value
  return `${words.join(' ')} ${value}` as T
}

for (const path of canonicalPaths) {
  test(`${path} has room for long words and works without images`, async () => {
    for (const width of [360, 1024, 1366]) {
      await page.setViewportSize({ width, height: 740 })
      const response = await page.goto(site.url + path)
      expect(response?.status()).toBe(200)
      await expect(page.locator('h1')).toContainText(/Lebensmittel/)
      expect.soft(await overflowing(page), `at ${width} px`).toEqual([])
      const boxes = await page
        .locator('main :is(figure, .branch-panel, .screen, .card-screen)')
        .evaluateAll((all) =>
          all.filter((box) => !box.textContent?.trim()).map((box) => box.className),
        )
      expect.soft(boxes, 'empty boxes').toEqual([])
    }
  })
}

for (const width of [360, 1366]) {
  test(`a menu with ${menuLength} long entries opens below the header at ${width} px`, async () => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`${site.url}/waitlist`)
    const links = page.locator('#menu a:visible')
    await expect(links).toHaveCount(0)
    await page.locator('[popovertarget="menu"]').click()
    expect(await links.count()).toBeGreaterThanOrEqual(menuLength)
    expect(await overflowing(page)).toEqual([])
    await links.last().scrollIntoViewIfNeeded()
    await expect(links.last()).toBeInViewport()
    await page.keyboard.press('Escape')
  })
}

test('a wide table in a text scrolls in its box, by keyboard, at 360 px', async () => {
  const cells = ['Pläne', ...Array.from({ length: 11 }, (_, index) => `Column ${index}`)]
  const rows = ['first', 'second'].map((_key) => ({ _type: 'tableRow', _key, cells }))
  const table = { _type: 'table', _key: 'wide', headerRow: true, rows }
  await contentOf(site)
    .patch('legal-terms')
    .set({ body: [table] })
    .commit()
  await page.setViewportSize({ width: 360, height: 740 })
  const box = page.getByRole('region', { name: 'Table' })
  await page.goto(`${site.url}/support/terms`)
  expect(await overflowing(page)).toEqual([])
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await expect(box).not.toHaveJSProperty('scrollLeft', 0)
})
