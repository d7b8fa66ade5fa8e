import { addPseudoLanguages } from '../languages/pseudo.ts'
import { contentOf } from '../site-content.ts'
import { overflowing } from './layout.ts'
import { expect, test } from './site.ts'

// The tests run in sequence, so that they share one site.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ site }) => {
  await addPseudoLanguages(contentOf(site))
  const status = async () => (await fetch(`${site.url}/ar-xb/onboarding`)).status
  await expect.poll(status).toBe(200)
})
// Later tests of this worker have the site without these languages.
test.afterAll(({ site }) => contentOf(site).patch('siteSettings').unset(['languages']).commit())

const paths = [
  ...['/', '/onboarding', '/affiliates/challenge', '/support/faq'],
  '/business/commission/calculator?branch=eats&sales=1000',
]

for (const language of ['en-xa', 'ar-xb']) {
  for (const width of [360, 768, 1440]) {
    test(`texts that are 40% longer fit into ${width} px in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      for (const path of paths) {
        await page.goto(`/${language}${path === '/' ? '' : path}`)
        await expect(page.locator('h1')).toContainText('⟦')
        expect.soft([path, await overflowing(page)]).toEqual([path, []])
        expect.soft([path, await page.evaluate(clipped)]).toEqual([path, []])
      }
    })
  }
}

/** Returns the elements that hide a part of their text. */
function clipped(): string[] {
  const isHidden = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
    [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip')
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      const isClipped = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      return (
        isClipped &&
        clientWidth > 1 &&
        element.innerText?.trim() &&
        isHidden(getComputedStyle(element)) &&
        !element.closest('.sr-only, [aria-hidden="true"]')
      )
    })
    .map((element) => element.outerHTML.slice(0, 120))
}
