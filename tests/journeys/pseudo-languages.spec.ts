import { addPseudoLanguages } from '../languages/pseudo.ts'
import { contentOf } from '../site-content.ts'
import { overflowing } from './layout.ts'
import { expect, test } from './site.ts'

// The tests run in sequence, so that they share one site.
test.describe.configure({ mode: 'default' })

let languages: unknown
test.beforeAll(async ({ site }) => {
  const content = contentOf(site)
  languages = (await content.getDocument('siteSettings'))?.languages
  await addPseudoLanguages(content)
})
// Later tests of this worker have the site with its own languages.
test.afterAll(({ site }) => contentOf(site).patch('siteSettings').set({ languages }).commit())

const paths = [
  ...['/', '/onboarding', '/affiliates/challenge', '/support/faq'],
  '/business/commission/calculator?branch=eats&sales=1000',
]

for (const language of ['en-xa', 'ar-xb']) {
  test(`texts that are 40% longer fit into windows of all widths in ${language}`, async ({
    page,
  }) => {
    for (const path of paths) {
      await page.goto(`/${language}${path === '/' ? '' : path}`)
      await expect(page.locator('h1')).toContainText('⟦')
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const found = [...(await overflowing(page)), ...(await page.evaluate(clipped))]
        expect.soft([path, width, ...found]).toEqual([path, width])
      }
    }
  })
}

/** Returns the texts that an element around them cuts off. */
function clipped(): string[] {
  const found: string[] = []
  const header = document.querySelector('.header-actions')?.getBoundingClientRect()
  if (!header || header.left < 0 || header.right > innerWidth) found.push('The menu button')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!text.textContent?.trim() || !parent?.checkVisibility()) continue
    // The text beside the brand may end in an ellipsis.
    if (parent.closest('[aria-hidden="true"], script, style, svg, .brand-audience')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    for (
      let box: HTMLElement | null = parent;
      box && box !== document.body;
      box = box.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const edges = box.getBoundingClientRect()
      // Only for screen readers.
      if (edges.width <= 1 || edges.height <= 1) break
      const isCutX = left < edges.left - 1 || right > edges.right + 1
      const isCutY = top < edges.top - 2 || bottom > edges.bottom + 2
      const hides = (value: string) => value === 'hidden' || value === 'clip'
      if ((hides(overflowX) && isCutX) || (hides(overflowY) && isCutY)) {
        found.push(`${box.className}: ${text.textContent.slice(0, 60)}`)
      }
    }
  }
  return found
}
