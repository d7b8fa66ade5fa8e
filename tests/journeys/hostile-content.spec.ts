import { expect, type Page, test } from '@playwright/test'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { canonicalPaths } from './paths.ts'

// One after the other, so that one site and one page do for all.
test.describe.configure({ mode: 'default' })

let site: RunningSite
let page: Page
test.beforeAll(async ({ browser }) => {
  site = await startSite()
  await poison()
  page = await browser.newPage()
})
test.afterAll(() => site.remove())

const code = 'window.canary = 1'
const markup = `"'></title></script><script>${code}</script><img src="x" onerror="${code}"><!-- {{`
const addresses = [
  `javascript:${code}`,
  `JaVaScRiPt:${code}`,
  ` javascript:${code}`,
  `java\nscript:${code}`,
  `data:text/html,<script>${code}</script>`,
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  `https://evil.example/"onmouseover="${code}`,
]

/** Neither words nor addresses: what the site looks things up by. */
const names =
  /^(_.*|style|listItem|current|hue|key|fact|network|source|timeZone|since|deadline|lastUpdated|startsAt)$/

/** Makes every word of the content markup, and every address one that runs script. */
async function poison(): Promise<void> {
  const client = contentOf(site)
  const documents = await client.fetch('*[!(_type match "sanity.*")]')
  const transaction = client.transaction()
  for (const document of documents) transaction.createOrReplace(hostile(document))
  await transaction.commit()
}

let next = 0
function hostile<T>(value: T, name = ''): T {
  if (Array.isArray(value)) return value.map((item) => hostile(item, name)) as T
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).map(([key, inner]) => [key, hostile(inner, key)])
    return Object.fromEntries(entries)
  }
  if (typeof value !== 'string' || names.test(name)) return value
  const isAddress = /^(https?:|\/|mailto:|tel:)/.test(value)
  return (isAddress ? addresses[next++ % addresses.length] : `${value} ${markup}`) as T
}

for (const path of canonicalPaths) {
  test(`nothing that staff write runs on ${path}`, async () => {
    const answer = await page.goto(site.url + path)
    expect(answer?.status()).toBe(200)
    expect(await page.title()).toContain('<script>')
    await expect(page.locator('h1')).toContainText(code)

    // The policy would keep it from running: that it is no element at all is what counts.
    await expect(page.locator('[onerror], [onmouseover], img[src="x"]')).toHaveCount(0)
    expect(await page.evaluate('window.canary')).toBeUndefined()
    const texts = await page.locator('script').evaluateAll((all) =>
      all.map((script) => {
        const { type, text } = script as HTMLScriptElement
        return { type, text }
      }),
    )
    for (const { type, text } of texts) {
      if (type === 'application/ld+json') JSON.parse(text)
      expect(text.startsWith(code)).toBe(false)
    }

    const links = await page.locator('a[href], area[href]').evaluateAll((all) =>
      all.map((link) => {
        const { protocol, origin, target, rel } = link as HTMLAnchorElement
        return { protocol, away: origin !== location.origin, target, rel }
      }),
    )
    expect(links.length).toBeGreaterThan(0)
    for (const { protocol, away, target, rel } of links) {
      expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(protocol)
      if (away && protocol.startsWith('http')) {
        expect({ target, rel }).toEqual({
          target: '_blank',
          rel: expect.stringContaining('noopener'),
        })
      }
    }
  })
}
