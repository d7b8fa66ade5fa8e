import type { Page } from '@playwright/test'
import { newestFirstTouch } from '../stored-leads.ts'
import { allowStatusErrors, expect, test } from './site.ts'

const campaign = 'utm_source=instagram&utm_medium=social&utm_campaign=Eid+2026'

async function join(page: Page, name: string) {
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=email]').fill(`${name}.${Date.now()}@example.com`)
  await page.locator('[name=interests][value=openStore]').check()
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL('/confirmation')
}

test('the parameters of a campaign link are stored with the lead @no-script', async ({
  page,
  site,
  pageErrors,
  javaScriptEnabled,
}) => {
  await page.goto(`/waitlist?${campaign}`)
  // The form is first sent with an error. The page that shows the error has a different URL.
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  allowStatusErrors(pageErrors, 400)
  await join(page, 'direct')
  const stored = { source: 'instagram', medium: 'social', campaign: 'Eid 2026' }
  expect(newestFirstTouch(site.dataDir)).toEqual(
    javaScriptEnabled ? { ...stored, landing: '/waitlist' } : stored,
  )
})

test('campaign parameters and the referrer are carried along the links of the site', async ({
  page,
  site,
  pageErrors,
}) => {
  // The browser treats this as another site, because the host differs.
  const otherSite = site.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${otherSite}/robots.txt`)
  await page.evaluate((address) => {
    document.body.innerHTML = `<a href="${address}">Halvi</a>`
  }, `${site.url}/services/eats?${campaign}#top`)
  expect(pageErrors.splice(0)).toEqual([`${otherSite}/robots.txt`])
  await page.getByRole('link').click()
  await page.waitForURL(/services\/eats/)
  // Follow a link of the page, use the search form, then open the form of the lead.
  await page.locator('footer a[href^="/support/faq"]').click()
  await page.waitForURL(/support\/faq.*utm_landing/)
  await page.locator('main [name=q]').fill('halal')
  await page.locator('main [name=q]').press('Enter')
  await page.waitForURL(/q=halal/)
  expect(page.url()).not.toContain('utm_')
  await page.locator('a[href^="/waitlist"]').first().click()
  await page.waitForURL(/waitlist.*utm_landing/)
  await join(page, 'internal')
  expect(newestFirstTouch(site.dataDir)).toEqual({
    source: 'instagram',
    medium: 'social',
    campaign: 'Eid 2026',
    referrer: new URL(otherSite).host,
    landing: '/services/eats',
  })
  // The browser stores only that the form was sent.
  expect(await page.context().cookies()).toEqual([])
  const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
  expect(await page.evaluate(stored)).toEqual(['sent:/waitlist'])
})

test('the addresses of links do not get longer from page to page', async ({ page }) => {
  await page.goto(`/?${campaign}&ref=ABCD2345`)
  const paths = ['/support/faq', '/services/eats', '/waitlist', '/support/help', '/waitlist']
  for (const path of paths) {
    await page.locator(`footer a[href^="${path}?"], header a[href^="${path}?"]`).first().click()
    await page.waitForURL(`**${path}?*`)
    const names = [...new URL(page.url()).searchParams.keys()]
    expect(names).toEqual(expect.arrayContaining(['ref', 'utm_campaign', 'utm_source']))
    expect(names).toEqual([...new Set(names)])
  }
  await page.locator('footer .language-switch [lang=es]').click()
  await page.waitForURL('**/es/waitlist?*')
  expect(new URL(page.url()).searchParams.getAll('ref')).toEqual(['ABCD2345'])
})
