import type { Page } from '@playwright/test'
import { newestFirstTouch } from '../stored-leads.ts'
import { expect, expectStatusComplaint, test } from './site.ts'

const campaign = 'utm_source=instagram&utm_medium=social&utm_campaign=Eid+2026'

async function join(page: Page, name: string) {
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=email]').fill(`${name}.${Date.now()}@example.com`)
  await page.locator('[name=interests][value=openStore]').check()
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL('/confirmation')
}

test('what a campaign said is stored with the lead whose form it led to @no-script', async ({
  page,
  site,
  complaints,
  javaScriptEnabled,
}) => {
  await page.goto(`/waitlist?${campaign}`)
  // A mistake first: the page that says so has another address.
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  expectStatusComplaint(complaints, 400)
  await join(page, 'direct')
  const stored = { source: 'instagram', medium: 'social', campaign: 'Eid 2026' }
  expect(newestFirstTouch(site.dataDir)).toEqual(
    javaScriptEnabled ? { ...stored, landing: '/waitlist' } : stored,
  )
})

test('it travels along the links of the site, as does the page that led here', async ({
  page,
  site,
  complaints,
}) => {
  // Another site's page, as far as a browser tells: its host differs.
  const elsewhere = site.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${elsewhere}/robots.txt`)
  await page.evaluate((address) => {
    document.body.innerHTML = `<a href="${address}">Halvi</a>`
  }, `${site.url}/services/eats?${campaign}#top`)
  expect(complaints.splice(0)).toEqual([`${elsewhere}/robots.txt`])
  await page.getByRole('link').click()
  await page.waitForURL(/services\/eats/)
  // A link in the page itself, then a form that asks, then on to the form that is sent.
  await page.locator('footer a[href^="/support/faq"]').click()
  await page.waitForURL(/support\/faq.*utm_landing/)
  await page.locator('main [name=q]').fill('halal')
  await page.locator('main [name=q]').press('Enter')
  await page.waitForURL(/q=halal/)
  expect(page.url()).not.toContain('utm_')
  await page.locator('a[href^="/waitlist"]').first().click()
  await page.waitForURL(/waitlist.*utm_landing/)
  await join(page, 'travelled')
  expect(newestFirstTouch(site.dataDir)).toEqual({
    source: 'instagram',
    medium: 'social',
    campaign: 'Eid 2026',
    referrer: new URL(elsewhere).host,
    landing: '/services/eats',
  })
  // Nothing is kept in the browser.
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
})

test('nothing is added to the links of who comes directly', async ({ page, site }) => {
  await page.goto('/')
  const addresses = await page.locator('a[href*="utm_"]').count()
  expect(addresses).toBe(0)
  await page.locator('a[href="/waitlist"]').first().click()
  await expect(page).toHaveURL('/waitlist')
  await join(page, 'plain')
  expect(newestFirstTouch(site.dataDir)).toBeNull()
})
