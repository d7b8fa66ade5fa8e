import type { Browser, Page } from '@playwright/test'

/** A control that a visitor presses. */
export interface Interaction {
  name: string
  path: string
  /** What is pressed, and what it brings about, as selectors. */
  control: string
  effect: string
  /** Whether it is pressed as soon as it is there, or on a page that has nothing left to do. */
  when: 'at once' | 'at rest'
  /** What the visitor has done on the page before. */
  before?: (page: Page) => Promise<unknown>
}

/** Milliseconds from a press to the next paint, and to its effect. */
export interface Pressed {
  paint: number
  effect: number
}

/** The shortest that the Event Timing API tells of; what is shorter counts as long. */
const shortestMs = 16

/**
 * Presses a control in a browser that was never there, on a processor slowed down by `slowdown`.
 *
 * @throws when the effect does not come
 */
export async function press(
  browser: Browser,
  { path, control, effect, when, before }: Interaction,
  slowdown: number,
): Promise<Pressed> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, { control, effect, shortestMs })
    const protocol = await context.newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const atOnce = when === 'at once'
    await page.goto(path, { waitUntil: atOnce ? 'commit' : 'networkidle' })
    const button = page.locator(control).first()
    await button.waitFor()
    await button.scrollIntoViewIfNeeded()
    if (!atOnce) await page.waitForTimeout(500)
    await before?.(page)
    // Without Playwright's own wait for a page that stands still: visitors do not wait either.
    // By a mouse: what is emulated of a finger takes half of the time by itself.
    await button.click({ force: true, noWaitAfter: true })
    await page.waitForFunction(() => window.pressed?.effect !== undefined, null, { polling: 100 })
    // The browser tells of an interaction some time after its paint.
    await page.waitForTimeout(500)
    return await page.evaluate(() => window.pressed as Pressed)
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    pressed?: Partial<Pressed>
  }
}

/** Runs in the page. No function in it has a name: tsx would have it call a helper of its own. */
function watch(options: { control: string; effect: string; shortestMs: number }): void {
  const { control, effect, shortestMs } = options
  let pressedAt = Number.NaN
  addEventListener(
    'click',
    ({ isTrusted, target, timeStamp }) => {
      if (!isTrusted || !(target as Element).closest(control) || window.pressed) return
      pressedAt = timeStamp
      window.pressed = { paint: shortestMs }
    },
    true,
  )
  new MutationObserver((_, observer) => {
    if (!window.pressed || !document.querySelector(effect)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      Object.assign(window.pressed ?? {}, { effect: performance.now() - pressedAt })
    })
  }).observe(document, { subtree: true, childList: true, attributes: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as EventTiming
      if (!interactionId || !window.pressed) continue
      window.pressed.paint = Math.max(window.pressed.paint ?? 0, duration)
    }
  }).observe({ type: 'event', durationThreshold: shortestMs } as PerformanceObserverInit)
}

/** What TypeScript does not know of yet. */
type EventTiming = PerformanceEventTiming & { interactionId?: number }
