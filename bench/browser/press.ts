import type { Browser, Page } from '@playwright/test'

/** A control that a visitor presses. */
export interface Interaction {
  name: string
  path: string
  /** The selectors of the control, and of an element that appears after the press. */
  control: string
  effect: string
  /** Whether to press the control as soon as it exists, or when the page is idle. */
  when: 'immediately' | 'idle'
  /** The visitor's actions before the press. */
  before?: (page: Page) => Promise<unknown>
}

/** The times from a press to the next paint and to its effect, in milliseconds. */
export interface PressTimes {
  paint: number
  effect: number
}

/** The minimum duration that the Event Timing API reports. Shorter interactions count as this. */
const minDurationMs = 16

/**
 * Presses a control in a new browser context, on a CPU that is slowed down by `slowdown`.
 *
 * @throws Error if the effect does not appear
 */
export async function press(
  browser: Browser,
  { path, control, effect, when, before }: Interaction,
  slowdown: number,
): Promise<PressTimes> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, { control, effect, minDurationMs })
    const protocol = await context.newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const isImmediate = when === 'immediately'
    await page.goto(path, { waitUntil: isImmediate ? 'commit' : 'networkidle' })
    const button = page.locator(control).first()
    await button.waitFor()
    await button.scrollIntoViewIfNeeded()
    if (!isImmediate) await page.waitForTimeout(500)
    await before?.(page)
    // Without Playwright's wait for a stable page, because visitors do not wait either. Uses the mouse, because the
    // emulation of touch takes half of the time itself.
    await button.click({ force: true, noWaitAfter: true })
    await page.waitForFunction(() => window.pressed?.effect !== undefined, null, { polling: 100 })
    // The browser reports an interaction some time after its paint.
    await page.waitForTimeout(500)
    return await page.evaluate(() => window.pressed as PressTimes)
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    pressed?: Partial<PressTimes>
  }
}

/**
 * Runs in the page. Its functions have no names, because tsx would add calls of a helper that the page does not have.
 */
function watch(options: { control: string; effect: string; minDurationMs: number }): void {
  const { control, effect, minDurationMs } = options
  let pressedAt = Number.NaN
  addEventListener(
    'click',
    ({ isTrusted, target, timeStamp }) => {
      if (!isTrusted || !(target as Element).closest(control) || window.pressed) return
      pressedAt = timeStamp
      window.pressed = { paint: minDurationMs }
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
  }).observe({ type: 'event', durationThreshold: minDurationMs } as PerformanceObserverInit)
}

/** Adds a property that TypeScript's types do not have yet. */
type EventTiming = PerformanceEventTiming & { interactionId?: number }
