import type { Page } from '@playwright/test'
import { allowStatusErrors, expect, test, waitForFormScript } from './site.ts'

let count = 0
const newEmail = () => `onboarding.${process.pid}.${Date.now()}.${count++}@example.com`

const required = 'Please fill in all required fields'
const agreement = 'Please agree to the terms to continue'
const service = "Please select at least one service you'd like to offer"

const field = (page: Page, name: string) => page.locator(`main form [name=${name}]`)
const choice = (page: Page, name: string, value: string) =>
  page.locator(`main form [name=${name}][value=${value}]`)
const send = (page: Page) => page.getByRole('button', { name: 'Apply to Join Halvi' }).click()

async function fillRequired(page: Page, email: string) {
  await field(page, 'full_name').fill('Amina Yusuf')
  await field(page, 'business_name').fill('Amina Sews')
  await field(page, 'business_type').selectOption('other')
  await field(page, 'custom_business_type').fill('Tailor')
  await field(page, 'email').fill(email)
  await field(page, 'phone').fill('+1 214 555 0100')
  await field(page, 'city_state').fill('Dallas, TX')
  await field(page, 'website_profile').fill('instagram.com/amina.sews')
  await field(page, 'business_description').fill('We sew. We repair.')
}

async function fillRest(page: Page) {
  await field(page, 'address').fill('1 Main St')
  await choice(page, 'sell_scope', 'both').check()
  await choice(page, 'services_offered', 'sellProducts').check()
  await choice(page, 'services_offered', 'directory').check()
  await field(page, 'agreement_accepted').check()
}

test('an application is accepted and delivered once @no-script', async ({ page, endpoint }) => {
  const email = newEmail()
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^\d/ })).toHaveText([
    /1\s*Basic Information/,
    /2\s*Location/,
    /3\s*Business Profile/,
    /4\s*What You'd Like to Offer/,
    /5\s*Final Step/,
  ])
  await fillRequired(page, email)
  await fillRest(page)
  await send(page)
  await expect(page).toHaveURL('/confirmation?form=onboarding')
  await expect(page.getByText("You're on the Halvi Waitlist!")).toBeVisible()

  const [delivery, ...more] = endpoint.from(email)
  expect(more).toEqual([])
  expect(delivery?.headers['idempotency-key']).toMatch(/\S/)
  expect(delivery?.body).toEqual({
    type: 'onboarding_application',
    full_name: 'Amina Yusuf',
    business_name: 'Amina Sews',
    business_type: 'Tailor',
    email,
    phone: '+1 214 555 0100',
    city_state: 'Dallas, TX',
    address: '1 Main St',
    sell_scope: 'both',
    website_profile: 'instagram.com/amina.sews',
    business_description: 'We sew. We repair.',
    services_offered: 'Sell physical products, Join Halvi Directory for those who search locally',
    agreement_accepted: true,
  })
})

test('the first part is sent from the page of a business, and answers are checked before @no-script', async ({
  page,
  endpoint,
}) => {
  const email = newEmail()
  await page.goto('/business/seller')
  await page.locator('main form [name=business_name]').fill('Amina’s <b>Bakery</b>')
  await page.locator('main form [name=business_type]').selectOption('restaurant')
  await page.locator('main form [name=email]').fill(email)
  await page.locator('main form [name=city_state]').fill('Dallas, TX')
  await page.locator('main form [name=step]').click()
  await expect(page).toHaveURL('/onboarding')
  await expect(field(page, 'business_name')).toHaveValue('Amina’s <b>Bakery</b>')
  await expect(field(page, 'business_type')).toHaveValue('restaurant')
  await expect(field(page, 'email')).toHaveValue(email)
  await field(page, 'full_name').fill('Amina Yusuf')
  await field(page, 'phone').fill('+1 214 555 0100')
  await field(page, 'website_profile').fill('amina.example')
  await field(page, 'business_description').fill('We bake.')
  await choice(page, 'services_offered', 'directory').check()
  await field(page, 'agreement_accepted').check()
  const check = page.locator('main form button[name=step]')
  await check.click()
  const answers = page.locator('main form dl')
  await expect(answers).toContainText('Amina’s <b>Bakery</b>')
  await expect(page.locator('main form h3')).toBeFocused()
  // The page of a first visit did not have the styles of the answers.
  const panel = page.locator('main form section section')
  await expect(panel).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  expect(endpoint.from(email)).toEqual([])
  await answers.getByRole('link').filter({ hasText: /phone/i }).click()
  await expect(field(page, 'phone')).toBeFocused()
  await field(page, 'phone').fill('+1 214 555 0199')
  await check.click()
  await expect(answers).toContainText('0199')
  await send(page)
  await expect(page).toHaveURL('/confirmation?form=onboarding')
  expect(endpoint.from(email)).toMatchObject([{ body: { phone: '+1 214 555 0199' } }])
})

test('missing fields are reported in order, each at its field, and values are kept', async ({
  page,
  pageErrors,
}) => {
  const alert = page.getByRole('alert')
  const expectError = async (message: string, wrong: string) => {
    const first = field(page, wrong).first()
    await expect(alert.getByRole('heading')).toHaveText(message)
    await expect(page).toHaveTitle(/^Error: (?!Error)/)
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator(`#onboarding-${wrong}-error`)).toBeInViewport({ ratio: 1 })
    allowStatusErrors(pageErrors, 400)
  }
  await page.goto('/onboarding')
  await choice(page, 'sell_scope', 'nationally').check()
  await send(page)
  await expectError(required, 'full_name')
  await expect(page.locator('main form .field-error')).toHaveCount(10)
  await expect(page.locator('.error-summary a')).toHaveCount(10)

  await fillRequired(page, newEmail())
  await field(page, 'business_description').fill('')
  await send(page)
  await expectError(required, 'business_description')

  await field(page, 'business_description').fill('We sew.')
  await send(page)
  await expectError(agreement, 'agreement_accepted')
  await expect(page.locator('.error-summary a')).toHaveCount(2)

  await field(page, 'agreement_accepted').check()
  await send(page)
  await expectError(service, 'services_offered')

  await expect(field(page, 'business_type')).toHaveValue('other')
  await expect(field(page, 'custom_business_type')).toHaveValue('Tailor')
  await expect(choice(page, 'sell_scope', 'nationally')).toBeChecked()
  await expect(field(page, 'agreement_accepted')).toBeChecked()
  await choice(page, 'services_offered', 'directory').check()
  await send(page)
  await expect(page).toHaveURL('/confirmation?form=onboarding')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('all errors and the first invalid field are in view together', async ({
    page,
    pageErrors,
  }) => {
    await page.goto('/onboarding')
    await send(page)
    await expect(field(page, 'full_name')).toBeFocused()
    allowStatusErrors(pageErrors, 400)
    const summary = page.getByRole('alert')
    await expect(summary.getByRole('listitem')).toHaveCount(10)
    for (const one of [summary, field(page, 'full_name')]) {
      await expect(one).toBeInViewport({ ratio: 1 })
    }
    // The header does not cover the errors.
    const header = await page.locator('body > header, header').first().boundingBox()
    const top = await summary.boundingBox()
    expect(top?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  })
})

test('the custom business type shows only for “other”', async ({ page }) => {
  await page.goto('/onboarding')
  const custom = field(page, 'custom_business_type')
  await expect(custom).toBeHidden()
  for (const type of ['restaurant', 'store', 'local-service', 'professional']) {
    await field(page, 'business_type').selectOption(type)
    await expect(custom).toBeHidden()
  }
  await field(page, 'business_type').selectOption('other')
  await expect(custom).toBeVisible()
})

test('the button shows that the application is being submitted', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/onboarding', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await page.goto('/onboarding')
  await waitForFormScript(page)
  await fillRequired(page, newEmail())
  await fillRest(page)
  await send(page)
  await expect(page.getByRole('button', { name: 'Submitting Application...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/confirmation?form=onboarding')
})
