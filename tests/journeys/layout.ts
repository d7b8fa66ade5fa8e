import type { Page } from '@playwright/test'

/**
 * Returns what lies beyond the right edge: of the page as a whole, and words or controls, which a panel
 * may cut off without a scroll bar. Lists that scroll by themselves are left out.
 */
export const beyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const words = document.querySelectorAll(
      'header, header *, :is(h1, h2, h3, p, a, button, input, select, textarea, label, li, dt, dd, th, td)',
    )
    const cut = [...words].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        !element.closest('.filmstrip, [aria-hidden="true"]'),
    )
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px of the page`] : []),
      ...cut.map((element) => element.outerHTML.slice(0, 80)),
    ]
  })

/** The most that layout may shift by. */
const mostShift = 0.02
/** The same where faces came after the words, which may take a line more or less then. */
const mostShiftOfLateFaces = 0.05

/** What is wrong with the layout's shifts since the page opened, but for those after an input. */
export async function tooMuchShift(page: Page): Promise<string[]> {
  const { sum, isLate } = await layoutShift(page)
  const most = isLate ? mostShiftOfLateFaces : mostShift
  return sum > most ? [`${sum}, the faces ${isLate ? 'late' : 'in time'}`] : []
}

/** Their sum, when the page has been scrolled to its end, and whether a face came after the first words. */
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
    // Buffered entries are handed over before the second frame.
    await frame()
    await frame()
    const ends = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return { sum, isLate: Math.max(...ends) > (painted?.startTime ?? 0) }
  })

/** What moves, or would. */
export const moving = (page: Page) =>
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
