import type { Page } from '@playwright/test'
import { canonicalPaths } from './paths.ts'
import { expect, expectAccessible, test } from './site.ts'

const focusable =
  'a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary'

/** What a visitor can see and operate, except what shares one place in the tab order. */
const operable = (page: Page) =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.tabIndex >= 0)
        .filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio'))
        .map((element, index) => {
          element.dataset.place = String(index)
          return element.outerHTML.slice(0, 120)
        }),
    focusable,
  )

/** What holds the focus, whether it shows that, and whether anything covers it. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { left, width, top, bottom } = element.getClientRects()[0] ?? new DOMRect()
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const shown = document.elementFromPoint(left + width / 2, middle)
    return {
      place: element.dataset.place ?? element.outerHTML.slice(0, 120),
      visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      inView: element.contains(shown),
    }
  })

for (const path of canonicalPaths) {
  test(`${path} can be walked through with Tab`, async ({ page }) => {
    await page.goto(path)
    const all = await operable(page)
    expect(all.length).toBeGreaterThan(20)
    const reached = new Set<string>()
    for (let step = 0; step < all.length + 5; step++) {
      await page.keyboard.press('Tab')
      const current = await focus(page)
      if (!current || reached.has(current.place)) break
      reached.add(current.place)
      expect(current, all[Number(current.place)]).toMatchObject({ visible: true, inView: true })
    }
    const missed = all.filter((_, index) => !reached.has(String(index)))
    expect(missed).toEqual([])
  })

  test(`${path} has targets of 24 px or more`, async ({ page }) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const small = await page.evaluate((selector) => {
        // WCAG 2.5.8 leaves out links inside a sentence.
        const inSentence = (element: Element) =>
          getComputedStyle(element).display === 'inline' &&
          element.parentElement?.textContent?.trim() !== element.textContent?.trim()
        const size = (element: HTMLElement) => {
          const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
          return (label?.contains(element) ? label : element).getBoundingClientRect()
        }
        return [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => element.checkVisibility() && element.tabIndex >= 0)
          .filter((element) => !inSentence(element))
          .filter((element) => size(element).width < 24 || size(element).height < 24)
          .map(
            (element) =>
              `${Math.round(size(element).height)} px: ${element.outerHTML.slice(0, 120)}`,
          )
      }, focusable)
      expect(small, `at ${width} px`).toEqual([])
    }
  })
}

test('the skip link is the first stop and leads past the header', async ({ page }) => {
  await page.goto('/support/faq')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const inMain = await page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  )
  expect(inMain).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the menu opens and closes by keyboard, ${colorScheme} @no-script`, async ({
      page,
      javaScriptEnabled,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('/support/faq')
      const button = page.getByRole('button', { name: 'Menu' })
      const menu = page.getByRole('navigation', { name: 'Main' })
      await expect(menu).toBeHidden()
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(menu.getByRole('link').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()
    })
  }

  test('the menu leads on, and a tap beside it closes it', async ({ page }) => {
    await page.goto('/support/faq')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.mouse.click(180, 720)
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    const link = menu.getByRole('link').first()
    const target = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect(page).toHaveURL(target)
  })
})
