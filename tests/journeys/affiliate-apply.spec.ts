import type { Page } from '@playwright/test'
import { storedLeads } from '../stored-leads.ts'
import { expect, test, waitForFormScript, waitForIslands } from './site.ts'

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

test('an application to a program is stored, and confirmed once @no-script', async ({
  page,
  site,
  endpoint,
  javaScriptEnabled,
}) => {
  const email = newEmail()
  await page.goto('/affiliate/apply/creator')
  await expect(page.locator('main a[href="/affiliates"]')).toBeVisible()
  if (javaScriptEnabled !== false) await waitForFormScript(page)
  for (const [name, value] of Object.entries({ ...applicant, email })) {
    await field(page, name).fill(value)
  }
  await field(page, 'shareOnSocial').check()
  await send(page)
  await expect(page).toHaveURL('/affiliate/apply/creator/submitted')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Application Submitted/)
  await expect(page.locator('main')).toContainText(
    "We'll review your application and get back to you within 2-3 business days",
  )
  if (javaScriptEnabled !== false) {
    await expect(toast(page)).toHaveText('Application submitted successfully!')
    await expect(toast(page)).toHaveCount(0)
    await page.reload()
    await waitForIslands(page)
    await expect(toast(page)).toHaveCount(0)
  }
  const payload = {
    ...{ type: 'affiliate_application', program: 'creator' },
    ...{ ...applicant, email, shareOnSocial: true },
  }
  expect(from(site.dataDir, email)).toEqual([
    { form: 'affiliate-creator', state: 'stored', payload },
  ])
  expect(endpoint.from(email)).toEqual([])
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
