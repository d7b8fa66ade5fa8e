import { expect, type Page } from '@playwright/test'

const focusable =
  'a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary'

/** Numbers the visible controls in the page and returns their HTML. Skips radio buttons, which share a tab stop. */
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

/** A tab stop: the focused element, whether its outline is visible, and whether it is in view and uncovered. */
interface Stop {
  place: string
  visible: boolean
  inView: boolean
}

/** Records each tab stop inside the page, because a query after every key press would be much slower. */
const recordStops = (page: Page) =>
  page.evaluate(() => {
    const stops: Stop[] = []
    Object.assign(window, { stops })
    addEventListener('focusin', ({ target: element }) => {
      if (!(element instanceof HTMLElement)) return
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { left, width, top, bottom } = element.getClientRects()[0] ?? new DOMRect()
      const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const topmost = document.elementFromPoint(left + width / 2, middle)
      stops.push({
        place: element.dataset.place ?? element.outerHTML.slice(0, 120),
        visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        inView: element.contains(topmost),
      })
    })
  })

const recordedStops = (page: Page) =>
  page.evaluate(() => (window as unknown as { stops: Stop[] }).stops)

/** Asserts that Tab reaches every control of a page. No element may have the focus yet. */
export async function expectTabReachesAll(page: Page): Promise<void> {
  const all = await operable(page)
  expect.soft(all.length).toBeGreaterThan(20)
  await recordStops(page)
  // The key presses are sent together. The browser handles them in this order.
  await Promise.all(Array.from({ length: all.length + 5 }, () => page.keyboard.press('Tab')))
  const reached = new Set<string>()
  for (const stop of await recordedStops(page)) {
    if (reached.has(stop.place)) break
    reached.add(stop.place)
    expect.soft(stop, all[Number(stop.place)]).toMatchObject({ visible: true, inView: true })
  }
  const missed = all.filter((_, index) => !reached.has(String(index)))
  expect.soft(missed).toEqual([])
}

/** Returns the controls that are smaller than 24 px, the minimum of WCAG 2.5.8. */
export const smallTargets = (page: Page) =>
  page.evaluate((selector) => {
    // WCAG 2.5.8 does not apply to links inside a sentence.
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
        (element) => `${Math.round(size(element).height)} px: ${element.outerHTML.slice(0, 120)}`,
      )
  }, focusable)
