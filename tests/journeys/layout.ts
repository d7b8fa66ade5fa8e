import type { Page } from '@playwright/test'

/** What lies beyond the right edge: scrolling for the page, and what is fixed to the window. */
export const beyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const fixed = [...document.querySelectorAll('header, header *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px of the page`] : []),
      ...fixed.map((element) => element.outerHTML.slice(0, 80)),
    ]
  })

/** Sum of all layout shifts since the page opened, scrolled to its end, without those after an input. */
export const layoutShift = (page: Page) =>
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
    return sum
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
