import type { Page } from '@playwright/test'
import { allowStatusErrors, expect, expectAccessible, test, waitForFormScript } from './site.ts'

const person = { name: 'Amina Yusuf', handle: '@amina.sews' }
let count = 0
const newEmail = () => `amina.${process.pid}.${Date.now()}.${count++}@example.com`

async function fill(page: Page, email: string) {
  await page.locator('[name=name]').fill(person.name)
  await page.locator('[name=social_handle]').fill(person.handle)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=city]').fill('Dallas, TX')
  await page.locator('[name=interests][value=openStore]').check()
  await page.locator('[name=interests][value=shopOnHalvi]').check()
  await page.locator('[name=custom_interest]').fill('Tailoring workshops')
}

const send = (page: Page) => page.locator('main form button[type=submit]').click()

test('an application is accepted and delivered once @no-script', async ({ page, endpoint }) => {
  const email = newEmail()
  await page.goto('/waitlist')
  await fill(page, email)
  await send(page)
  await expect(page).toHaveURL('/confirmation')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const [delivery, ...more] = endpoint.from(email)
  expect(more).toEqual([])
  expect(delivery?.headers['content-type']).toContain('application/json')
  expect(delivery?.headers['idempotency-key']).toMatch(/\S/)
  expect(delivery?.body).toEqual({
    type: 'waitlist_application',
    name: person.name,
    social_handle: person.handle,
    email,
    interests: 'Open my store for online orders, Shop on Halvi and use halal lifestyle services',
    custom_interest: 'Tailoring workshops',
  })
})

test('all missing fields are reported together, and values are kept @no-script', async ({
  page,
  pageErrors,
  javaScriptEnabled,
}) => {
  await page.goto('/waitlist')
  await page.locator('[name=social_handle]').fill(person.handle)
  await send(page)
  const alert = page.getByRole('alert')
  const summary = page.locator('.error-summary')
  // The message from the specification, then all errors.
  await expect(alert).toHaveText(
    /^Please enter your name and email address.*name.*email.*Please select at least one option/,
  )
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveTitle(/^Error: (?!Error)/)
  await expect(page.locator('[name=name]')).toBeFocused()
  await expect(page.locator('[name=name]')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[name=social_handle]')).toHaveValue(person.handle)
  await expect(page.locator('main form')).toMatchAriaSnapshot(`
    - alert:
      - heading [level=2]
      - list:
        - listitem:
          - link:
            - /url: "#waitlist-name"
        - listitem:
          - link:
            - /url: "#waitlist-email"
        - listitem:
          - link:
            - /url: "#waitlist-interests"
  `)
  for (const name of ['name', 'email']) {
    const field = page.locator(`main form [name=${name}]`)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAttribute('required')
    await expect(field).toHaveAccessibleDescription(/\S/)
  }
  // The message belongs to the group, not to each choice.
  await expect(page.locator('main form').getByRole('group')).toHaveAccessibleDescription(
    /Please select at least one/,
  )
  for (const choice of await page.locator('[name=interests]').all()) {
    await expect(choice).not.toHaveAccessibleDescription(/Please select/)
  }
  if (javaScriptEnabled !== false) await expectAccessible(page)
  allowStatusErrors(pageErrors, 400)

  // Each link focuses its field.
  await summary.getByRole('link').last().click()
  await expect(page.locator('[name=interests]').first()).toBeFocused()
  await expect(page.locator('[name=interests]').first()).toBeInViewport()

  await page.locator('[name=name]').fill(person.name)
  const messages = page.locator('main form .field-error')
  const title = await alert.getByRole('heading').innerText()
  await page.locator('[name=email]').pressSequentially('amina')
  if (javaScriptEnabled !== false) {
    // Errors do not change while a value is typed.
    await expect(messages).toHaveCount(2)
    await expect(alert.getByRole('heading')).toHaveText(title)
    await page.keyboard.press('Tab')
    await expect(messages.first()).toHaveText(/name@example\.com/)
    await expect(page.locator('[name=email]')).toHaveAccessibleDescription(/name@example\.com/)
    await expect(summary.locator('h2 a')).toHaveText(/name@example\.com/)
    await expect(summary.getByRole('link')).toHaveCount(2)
  }
  await page.locator('[name=email]').fill(newEmail())
  if (javaScriptEnabled !== false) {
    await expect(messages).toHaveCount(1)
    await expect(page.locator('[name=email]')).not.toHaveAttribute('aria-invalid')
    await expect(summary.getByRole('link')).toHaveCount(1)
  }
  await send(page)
  await expect(alert).toHaveText('Please select at least one option or provide a custom response')
  await expect(page.locator('[name=interests]').first()).toBeFocused()
  await expect(page.locator('[name=name]')).toHaveValue(person.name)
  allowStatusErrors(pageErrors, 400)

  await page.locator('[name=custom_interest]').fill('Tailoring')
  if (javaScriptEnabled === false) return
  await expect(messages).toHaveCount(0)
  await expect(summary).toHaveCount(0)
  await expect(page.locator('main form [aria-invalid]')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/Error/)
})

test('a failing form endpoint causes an error message, and values are kept @no-script', async ({
  page,
  endpoint,
  pageErrors,
}) => {
  const email = newEmail()
  await page.goto('/waitlist')
  await fill(page, email)
  endpoint.status = 500
  try {
    await send(page)
    await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
    await expect(page.locator('[name=email]')).toHaveValue(email)
    await expect(page.locator('[name=interests][value=shopOnHalvi]')).toBeChecked()
    allowStatusErrors(pageErrors, 502)
  } finally {
    endpoint.status = 200
  }
  const failed = endpoint.from(email)
  await send(page)
  await expect(page).toHaveURL('/confirmation')
  const keys = new Set(endpoint.from(email).map(({ headers }) => headers['idempotency-key']))
  expect(keys.size).toBe(1)
  expect(endpoint.from(email).length).toBeGreaterThan(failed.length)
})

test('with JavaScript, errors appear without a page load', async ({ page, pageErrors }) => {
  await page.goto('/waitlist')
  await waitForFormScript(page)
  await page.evaluate(() => {
    document.documentElement.dataset.same = 'document'
  })
  await send(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-same', 'document')
  allowStatusErrors(pageErrors, 400)
})
