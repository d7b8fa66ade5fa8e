import type { Page } from '@playwright/test'
import { storedLeads } from '../stored-leads.ts'
import { allowStatusErrors, expect, test, waitForFormScript, waitForIslands } from './site.ts'

let count = 0
const newEmail = () => `affiliate.${process.pid}.${Date.now()}.${count++}@example.com`

const field = (page: Page, name: string) => page.locator(`main form [name=${name}]`)
const send = (page: Page) => page.locator('main form button[type=submit]').click()
const toast = (page: Page) => page.locator('[role=status]', { hasText: /\S/ })
const from = (dataDir: string, email: string) =>
  storedLeads(dataDir).filter(({ payload }) => payload.email === email)

const applicant = {
  fullName: 'Amina Yusuf',
  phone: '+1 214 555 0100',
  city: 'Dallas, TX',
  instagram: '@amina.sews',
  howHeard: 'A friend',
  whyJoin: 'My neighbours ask me where to buy.',
}

async function fill(page: Page, email: string) {
  for (const [name, value] of Object.entries({ ...applicant, email })) {
    await field(page, name).fill(value)
  }
}

for (const programme of ['regular', 'creator', 'challenge']) {
  // The forms differ only in the program.
  const tag = programme === 'creator' ? '@no-script' : []
  test(`the ${programme} program form stores the application`, { tag }, async ({
    page,
    site,
    endpoint,
  }) => {
    const email = newEmail()
    await page.goto(`/affiliate/apply/${programme}`)
    await expect(page.locator('main a[href="/affiliates"]')).toBeVisible()
    await fill(page, email)
    if (programme === 'creator') await field(page, 'shareOnSocial').check()
    await send(page)
    await expect(page).toHaveURL(`/affiliate/apply/${programme}/submitted`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Application Submitted/)
    await expect(page.locator('main')).toContainText(
      "We'll review your application and get back to you within 2-3 business days",
    )
    const shareOnSocial = programme === 'creator'
    const payload = { type: 'affiliate_application', programme, ...applicant, email, shareOnSocial }
    const form = `affiliate-${programme}`
    expect(from(site.dataDir, email)).toEqual([{ form, state: 'stored', payload }])
    expect(endpoint.from(email)).toEqual([])

    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
}

test('an incomplete application gets an error and is not stored @no-script', async ({
  page,
  site,
  pageErrors,
  javaScriptEnabled,
}) => {
  const email = newEmail()
  await page.goto('/affiliate/apply/regular')
  await fill(page, email)
  await field(page, 'instagram').fill('')
  await send(page)
  const message = 'Please fill all required fields'
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText(message)
  if (javaScriptEnabled !== false) await expect(toast(page)).toHaveText(message)
  await expect(field(page, 'instagram')).toBeFocused()
  await expect(field(page, 'whyJoin')).toHaveValue(applicant.whyJoin)
  allowStatusErrors(pageErrors, 400)
  expect(from(site.dataDir, email)).toEqual([])

  // A second submission with the same error moves the focus again.
  await field(page, 'whyJoin').focus()
  await send(page)
  await expect(field(page, 'instagram')).toBeFocused()
  allowStatusErrors(pageErrors, 400)
})

test('the success toast shows for two seconds, and not again after a reload', async ({ page }) => {
  await page.goto('/affiliate/apply/regular')
  await waitForFormScript(page)
  await fill(page, newEmail())
  await send(page)
  await expect(page).toHaveURL('/affiliate/apply/regular/submitted')
  await expect(toast(page)).toHaveText('Application submitted successfully!')
  const shownAt = Date.now()
  await expect(toast(page)).toHaveCount(0)
  expect(Date.now() - shownAt).toBeGreaterThan(1_000)

  await page.reload()
  await waitForIslands(page)
  await expect(toast(page)).toHaveCount(0)
})
