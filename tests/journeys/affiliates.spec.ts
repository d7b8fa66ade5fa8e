import type { Page } from '@playwright/test'
import type { RunningSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { expect, test, waitForIslandsWithPausedClock } from './site.ts'

const modes = ['regular', 'challenge', 'creator']
const numbers: Record<string, string[]> = {
  regular: ['20%', '40,000', 'Monthly', '$50'],
  creator: ['10%', '5,000', 'Monthly', '$50'],
  challenge: ['40%', '16', '10', '4', 'Monthly', '$50'],
}
const modeLinks = (page: Page) => page.getByRole('navigation', { name: 'Programs' })
const active = (page: Page) => modeLinks(page).locator('[aria-current=page]')

test('header buttons and cards open each program with its key numbers, and Back returns @no-script', async ({
  page,
}) => {
  await page.goto('/affiliates')
  await expect(active(page)).toHaveCount(0)
  await expect(modeLinks(page).getByRole('link')).toHaveText([
    'Affiliate Programs',
    'Special Challenge',
    'Creator Partners',
  ])
  const meeting = page.getByRole('link', { name: 'Schedule a Partnership Meeting' })
  await expect(meeting).toHaveAttribute('target', '_blank')
  await expect(meeting).toHaveAttribute('rel', /noopener/)
  await expect(meeting).toHaveAttribute('href', /^https:/)
  const overview = await page.getByRole('heading', { level: 1 }).innerText()

  for (const [index, mode] of modes.entries()) {
    await modeLinks(page).getByRole('link').nth(index).click()
    await expect(page).toHaveURL(`/affiliates/${mode}`)
    await expect(active(page)).toHaveAttribute('href', `/affiliates/${mode}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(overview)
    const apply = mode === 'challenge' ? '/waitlist?' : `/affiliate/apply/${mode}`
    await expect(page.locator(`main a.button[href^="${apply}"]`)).toBeVisible()
    const shown = await page.locator('main dd').allInnerTexts()
    expect(shown).toEqual(expect.arrayContaining(numbers[mode] ?? []))
  }
  await page.goBack()
  await expect(page).toHaveURL('/affiliates/challenge')

  await page.getByRole('link', { name: 'Back to all programs' }).click()
  await expect(page).toHaveURL('/affiliates')
  for (const mode of modes) {
    await page.locator(`main li.program-row a[href="/affiliates/${mode}"]`).click()
    await expect(page).toHaveURL(`/affiliates/${mode}`)
    await page.goBack()
  }
})

test.describe('a future challenge', () => {
  const startsAt = '2090-07-04T12:00:00.000Z'
  const setStart = (site: RunningSite, time: string) =>
    contentOf(site).patch('program-challenge').set({ 'challenge.startsAt': time }).commit()
  test.beforeAll(({ site }) => setStart(site, startsAt))
  test.afterAll(({ site }) => setStart(site, '2025-05-30T12:00:00.000Z'))

  const left = (page: Page) => page.locator('[data-unit]')

  /** Opens the page with a stopped clock, two days and two seconds before the start. */
  const openBefore = async (page: Page) => {
    const opened = new Date('2090-07-02T11:59:58.000Z')
    await page.clock.install({ time: opened.getTime() - 1000 })
    await page.clock.pauseAt(opened)
    const headers = { date: opened.toUTCString() }
    await page.route('**/healthz', (route) => route.fulfill({ headers }))
    await page.goto('/affiliates/challenge')
    await waitForIslandsWithPausedClock(page)
    // The countdown starts with the server's answer.
    await expect(left(page)).toHaveText(['02', '00', '00', '02'])
  }

  test('counts down every second, then shows zeros and a message', async ({ page }) => {
    await openBefore(page)
    await expect(page.getByText('Tuesday, July 4, 2090 at 7:00 AM Central')).toBeVisible()
    await expect(page.locator('details .leaderboard, details [data-unit]')).toHaveCount(0)
    await expect(page.locator('.leaderboard')).toBeVisible()
    await page.clock.runFor(1000)
    await expect(left(page)).toHaveText(['02', '00', '00', '01'])
    await page.clock.runFor(2000)
    await expect(left(page)).toHaveText(['01', '23', '59', '59'])
    await page.clock.fastForward('47:59:58')
    await page.clock.runFor(2000)
    await expect(left(page)).toHaveText(['00', '00', '00', '00'])
    // The change each second is not announced.
    const timer = page.getByRole('timer')
    await expect(timer).not.toHaveAttribute('aria-live', /polite|assertive/)
    expect(await timer.evaluate((node) => node.closest('[role=status]'))).toBeNull()
    await expect(page.getByRole('status')).toHaveText('The challenge has started.')
    await page.clock.runFor(5000)
    await expect(left(page)).toHaveText(['00', '00', '00', '00'])
  })

  test("uses the server's time if the visitor's clock is a hundred years ahead", async ({
    page,
  }) => {
    await page.clock.install({ time: Date.now() + 86_400_000 * 40_000 })
    const asked = page.waitForResponse('**/healthz')
    await page.goto('/affiliates/challenge')
    await asked
    const first = await left(page).last().innerText()
    await expect(left(page).last()).not.toHaveText(first)
    const [days = 0, hours = 0, minutes = 0] = (await left(page).allInnerTexts()).map(Number)
    const shown = ((days * 24 + hours) * 60 + minutes) * 60_000
    expect(Math.abs(Date.parse(startsAt) - Date.now() - shown)).toBeLessThan(180_000)
    await expect(page.getByRole('status')).not.toHaveText('The challenge has started.')
  })
})
