import { expect, type Page } from '@playwright/test'

/**
 * Returns the overflow at the edges: of the whole page, and of texts or controls that a panel may cut off
 * without a scroll bar. Lists and tables with horizontal scrolling are ignored.
 */
export const overflowing = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const words = document.querySelectorAll(
      'header, header *, :is(h1, h2, h3, p, a, button, input, select, textarea, label, li, dt, dd, th, td)',
    )
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const isCut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return isRightToLeft ? left < -1 : right > clientWidth + 1
    }
    const cut = [...words].filter(
      (element) =>
        isCut(element) && !element.closest('.filmstrip, .scroll-table, [aria-hidden="true"]'),
    )
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px of the page`] : []),
      ...cut.map((element) => element.outerHTML.slice(0, 80)),
    ]
  })

/** Maximum layout shift. */
const maxShift = 0.02
/** Maximum layout shift if a font loads after the text is painted, when a text may change by a line. */
const maxShiftWithLateFonts = 0.05

/** Returns a message if the layout shifted too much since the page opened. Shifts after an input do not count. */
export async function excessiveShift(page: Page): Promise<string[]> {
  const { sum, isLate } = await layoutShift(page)
  const max = isLate ? maxShiftWithLateFonts : maxShift
  return sum > max ? [`shift of ${sum}, fonts loaded ${isLate ? 'late' : 'in time'}`] : []
}

/** Scrolls through the page. Returns the sum of its shifts, and whether a font loaded after the first paint. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await document.fonts.ready
    for (let scrolled = 0; scrolled < 6; scrolled++) {
      scrollBy(0, 900)
      await frame()
    }
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) sum += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    // The observer gets buffered entries before the second frame.
    await frame()
    await frame()
    const fontTimes = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return { sum, isLate: Math.max(...fontTimes) > (painted?.startTime ?? 0) }
  })

/** Expects that a page has no animations, transitions, or smooth scrolling once its running animations have finished. */
export const waitForNoAnimation = (page: Page): Promise<void> =>
  expect.poll(() => animated(page)).toEqual([])

/** Returns animations and elements with transitions or smooth scrolling. */
const animated = (page: Page) =>
  page.evaluate(() => {
    const timed = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, scrollBehavior } = getComputedStyle(element)
      return parseFloat(transitionDuration) > 0 || scrollBehavior === 'smooth'
    })
    return [
      ...document.getAnimations().map(String),
      ...timed.map((element) => element.outerHTML.slice(0, 80)),
    ]
  })
