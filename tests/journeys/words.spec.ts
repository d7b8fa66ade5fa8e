import { expect, test } from '@playwright/test'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { storedLeads } from '../stored-leads.ts'
import { overflowing } from './layout.ts'
import { waitForFormScript } from './site.ts'

// The tests run in sequence, so that they share one site.
test.describe.configure({ mode: 'default' })

const arabic = {
  forms: { optional: '(اختياري)', failed: 'حدث خطأ ما. حاول مرة أخرى.', errorTitle: 'خطأ:' },
  waitlist: {
    name: 'الاسم الكامل كما هو مكتوب في الوثائق الرسمية',
    email: 'البريد الإلكتروني',
    openStore: 'Lebensmitteleinzelhandelsgeschäftseröffnungsgenehmigung beantragen',
    required: 'يرجى إدخال الاسم والبريد الإلكتروني',
    nameMissing: 'أدخل اسمك',
  },
}

let site: RunningSite
test.beforeAll(async () => {
  site = await startSite()
  await contentOf(site).createOrReplace({ _id: 'words', _type: 'words', ...arabic })
})
test.afterAll(() => site.remove())

test('a form in other words keeps its errors, its payload, and its layout', async ({ page }) => {
  const { forms, waitlist } = arabic
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(async () => {
    await page.goto(`${site.url}/waitlist`)
    await expect(page.getByLabel(waitlist.name)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await waitForFormScript(page)
  expect(await overflowing(page)).toEqual([])
  const button = page.locator('main form button[type=submit]')

  await button.click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText(waitlist.required)
  await expect(alert.getByRole('link').first()).toHaveText(waitlist.nameMissing)
  expect(await page.title()).toMatch(new RegExp(`^${forms.errorTitle} `))
  expect(await overflowing(page)).toEqual([])

  await page.getByLabel(waitlist.name).fill('أمينة')
  await page.getByLabel(waitlist.email).fill('amina@example.com')
  await page.getByLabel(waitlist.openStore).check()
  await expect(alert).toHaveCount(0)
  expect(await page.title()).not.toContain(forms.errorTitle)
  await page.route('**/waitlist', (route) => route.abort())
  await button.click()
  await expect(alert).toHaveText(forms.failed)
  await page.unroute('**/waitlist')
  await button.click()
  await expect(page).toHaveURL(/\/confirmation$/)
  expect(storedLeads(site.dataDir).map(({ payload }) => payload)).toEqual([
    {
      type: 'waitlist_application',
      name: 'أمينة',
      social_handle: '',
      email: 'amina@example.com',
      interests: 'Open my store for online orders',
      custom_interest: '',
    },
  ])
})
