import type { Page } from '@playwright/test'
import { storedLeads } from '../stored-leads.ts'
import { allowStatusErrors, expect, test } from './site.ts'

let count = 0
const newEmail = () => `contact.${process.pid}.${Date.now()}.${count++}@example.com`

const field = (page: Page, name: string) => page.locator(`main form [name=${name}]`)
const send = (page: Page) => page.locator('main form button[type=submit]').click()
const from = (dataDir: string, email: string) =>
  storedLeads(dataDir).filter(({ payload }) => payload.email === email)

async function fill(page: Page, email: string) {
  await field(page, 'name').fill('Amina')
  await field(page, 'email').fill(email)
  await field(page, 'subject').fill('Opening')
  await field(page, 'message').fill('When do you open?\nAnd where?')
}

test('the page links to email, chat, and phone, and its form stores a message, and is empty for the next one @no-script', async ({
  page,
  site,
  endpoint,
}) => {
  const email = newEmail()
  await page.goto('/support/contact')
  const links = page.locator('main a:not(form *)')
  await expect(links).toHaveCount(3)
  await expect(links.nth(0)).toHaveAttribute('href', /^mailto:\S+@\S+$/)
  await expect(links.nth(1)).toHaveAttribute('href', /^https:/)
  await expect(links.nth(1)).toHaveAttribute('rel', /noopener/)
  await expect(links.nth(2)).toHaveAttribute('href', /^tel:\+\d+$/)
  await expect(page.locator('main .contact-row h2')).toHaveCount(3)
  await fill(page, email)
  await send(page)
  await expect(page).toHaveURL('/support/contact/sent')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!')
  await expect(page.locator('main')).toContainText(
    "Thank you for reaching out. We'll get back to you as soon as possible.",
  )
  const message = 'When do you open?\nAnd where?'
  const payload = { type: 'contact_message', name: 'Amina', email, subject: 'Opening', message }
  expect(from(site.dataDir, email)).toEqual([{ form: 'contact', state: 'stored', payload }])

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!')
  await page.getByRole('link', { name: 'Send Another Message' }).click()
  await expect(page).toHaveURL('/support/contact')
  for (const name of ['name', 'email', 'subject', 'message']) {
    await expect(field(page, name)).toHaveValue('')
  }
  expect(from(site.dataDir, email)).toHaveLength(1)
  expect(endpoint.from(email)).toEqual([])
})

test('all missing fields are reported together @no-script', async ({ page, pageErrors }) => {
  await page.goto('/support/contact')
  await send(page)
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(field(page, 'name')).toBeFocused()
  await expect(page.locator('.error-summary a')).toHaveCount(4)
  for (const name of ['name', 'email', 'subject', 'message']) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, name)).toHaveAccessibleDescription(/\S/)
  }
  allowStatusErrors(pageErrors, 400)

  // A second submission with the same errors moves the focus again.
  await field(page, 'message').focus()
  await send(page)
  await expect(field(page, 'name')).toBeFocused()
  allowStatusErrors(pageErrors, 400)
})
