import type { Locator, Page } from '@playwright/test'
import { expect, goTo, newId } from './studio.ts'

/** Returns the Leads tool in a page. */
export const tool = (page: Page): Locator => page.getByTestId('leads-tool')

/** Returns the row of a lead in the list, found by its text. */
export const row = (page: Page, word: string): Locator =>
  tool(page).locator('[data-lead]', { hasText: word })

/** Returns the pane of the open lead. */
export const pane = (page: Page): Locator => page.getByRole('complementary', { name: 'Lead' })

/** Opens the tool, at an optional path, and waits until it is visible. */
export async function openLeads(page: Page, path = ''): Promise<void> {
  await goTo(page, `/studio/leads${path}`)
  await expect(tool(page)).toBeVisible()
}

/** Opens the lead with an email address. */
export async function openLead(page: Page, email: string): Promise<void> {
  await openLeads(page, `?${new URLSearchParams({ q: email })}`)
  await row(page, email).click()
  await expect(pane(page).getByRole('heading', { name: 'History' })).toBeVisible()
}

/** Expects that the page has no data of a lead. */
export async function expectGone(page: Page, email: string): Promise<void> {
  await expect(tool(page).locator('[data-lead]')).toHaveCount(0)
  await expect(pane(page)).toHaveCount(0)
  const html = await page.content()
  for (const word of [email, 'Amina Yusuf', 'When do you open?']) expect(html).not.toContain(word)
}

/** Submits a form like a visitor without JavaScript. Returns the email address of the submission. */
export async function submit(
  page: Page,
  path: string,
  fields: Record<string, string>,
  status = 303,
): Promise<string> {
  const email = fields.email ?? `amina@${newId('lead')}.example`
  const response = await page.request.post(path, {
    form: { ...fields, email },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(status)
  return email
}

/** Submits the contact form. Returns the email address of the submission. */
export const sendMessage = (page: Page, fields: Record<string, string> = {}): Promise<string> =>
  submit(page, '/support/contact', {
    name: 'Amina Yusuf',
    subject: 'Opening',
    message: 'When do you open?',
    ...fields,
  })
