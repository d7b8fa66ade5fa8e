import type { Page } from '@playwright/test'
import { randomWalk, secondsSincePing } from '../../app/metrics/metrics.ts'
import { expect, test, waitForIslandsWithPausedClock } from './site.ts'
import { translate } from './translate.ts'

const metric = (page: Page, key: string) => page.locator(`[data-figure=${key}] dd`)
const headline = (page: Page) => page.locator('.live-headlines [data-current]')

const opened = Date.parse('2025-04-22T12:00:01Z')

/** Opens a page with a paused clock, at its metrics. */
async function openAt(page: Page, path: string) {
  await page.clock.install({ time: opened - 1_000 })
  await page.clock.pauseAt(opened)
  await page.goto(path)
  await metric(page, 'expectedOrders').evaluate((element) => {
    const details = element.closest('details')
    if (details) details.open = true
    element.scrollIntoView()
  })
  await waitForIslandsWithPausedClock(page)
}

test('the headline changes every six seconds', async ({ page }) => {
  await openAt(page, '/')
  for (const key of ['visitToSignup', 'expectedOrders', 'shopsActive']) {
    await page.clock.runFor(5_900)
    await expect(headline(page)).not.toHaveAttribute('data-figure', key)
    await page.clock.runFor(100)
    await expect(headline(page)).toHaveAttribute('data-figure', key)
  }
})

const shopsAt = (now: number) => `${randomWalk({ low: 83, high: 89 }, 1, now)}%`

test('metrics change after a translator replaces the texts of the page', async ({ page }) => {
  await openAt(page, '/')
  await translate(page, { moves: false })
  await page.clock.runFor(10_000)
  await expect(page.locator('.last-ping')).toHaveText(
    `${secondsSincePing({ low: 1, high: 30 }, opened + 10_000)}s ago`,
  )
  await page.clock.runFor(20_000)
  await expect(metric(page, 'expectedOrders')).toHaveText('1,584')
  await expect(metric(page, 'shopsActive')).toHaveText(shopsAt(opened + 30_000))
})

test('metrics are not announced to screen readers, and do not change when paused', async ({
  page,
}) => {
  await openAt(page, '/')
  await expect(page.locator('.live-card').locator('[aria-live], [role=status]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pause the metrics' }).click()
  const before = await page.locator('.live-card').innerText()
  await page.clock.runFor(60_000)
  expect(await page.locator('.live-card').innerText()).toBe(before)
  await expect(headline(page)).toHaveAttribute('data-figure', 'shopsActive')
})
