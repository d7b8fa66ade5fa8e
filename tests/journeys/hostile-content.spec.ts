import { expect, type Page, test } from '@playwright/test'
import { defaultWords } from 'halvi-site/words/words'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { canonicalPaths } from './paths.ts'

// The tests run in sequence, so that they share one site and one page.
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

/** Fields that are neither text nor URLs, for example keys and dates. They stay unchanged. */
const unchangedFields =
  /^(_.*|style|listItem|current|hue|key|fact|network|source|timeZone|since|deadline|lastUpdated|startsAt)$/

/** Adds HTML with a script to every text of the content, and replaces every URL with a malicious one. */
async function poison(): Promise<void> {
  const client = contentOf(site)
  const documents = await client.fetch('*[!(_type match "sanity.*")]')
  const transaction = client.transaction()
  for (const document of documents) transaction.createOrReplace(hostile(document))
  transaction.createOrReplace(hostile({ _id: 'words', _type: 'words', ...defaultWords }))
  await transaction.commit()
}

let urlIndex = 0
function hostile<T>(value: T, name = ''): T {
  if (Array.isArray(value)) return value.map((item) => hostile(item, name)) as T
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).map(([key, inner]) => [key, hostile(inner, key)])
    return Object.fromEntries(entries)
  }
  if (typeof value !== 'string' || unchangedFields.test(name)) return value
  const isAddress = /^(https?:|\/|mailto:|tel:)/.test(value)
  return (isAddress ? addresses[urlIndex++ % addresses.length] : `${value} ${markup}`) as T
}

for (const path of canonicalPaths) {
  test(`${path} does not run code from the content`, async () => {
    const response = await page.goto(site.url + path)
    expect(response?.status()).toBe(200)
    expect(await page.title()).toContain('<script>')
    await expect(page.locator('h1')).toContainText(code)

    // The security policy would also block the script, so this checks that no element exists.
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
        return { protocol, isExternal: origin !== location.origin, target, rel }
      }),
    )
    expect(links.length).toBeGreaterThan(0)
    for (const { protocol, isExternal, target, rel } of links) {
      expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(protocol)
      if (isExternal && protocol.startsWith('http')) {
        expect({ target, rel }).toEqual({
          target: '_blank',
          rel: expect.stringContaining('noopener'),
        })
      }
    }
  })
}
