import type { Locator, Page } from '@playwright/test'
import { expect, goTo, newId } from './studio.ts'

/** The Leads tool in a page. */
export const tool = (page: Page): Locator => page.getByTestId('leads-tool')

/** A lead's line in the list, by a word that it has. */
export const line = (page: Page, word: string): Locator =>
  tool(page).locator('[data-lead]', { hasText: word })

/** The lead that is open. */
export const pane = (page: Page): Locator => page.getByRole('complementary', { name: 'Lead' })

/** Opens the tool, or leads to an address in it, and waits until it is there. */
export async function openLeads(page: Page, path = ''): Promise<void> {
  await goTo(page, `/studio/leads${path}`)
  await expect(tool(page)).toBeVisible()
}

/** Opens the lead of an address. */
export async function openLead(page: Page, email: string): Promise<void> {
  await openLeads(page, `?${new URLSearchParams({ q: email })}`)
  await line(page, email).click()
  await expect(pane(page).getByRole('heading', { name: 'History' })).toBeVisible()
}

/** Nothing that would tell who a lead is of stands in the page. */
export async function expectGone(page: Page, email: string): Promise<void> {
  await expect(tool(page).locator('[data-lead]')).toHaveCount(0)
  await expect(pane(page)).toHaveCount(0)
  const html = await page.content()
  for (const word of [email, 'Amina Yusuf', 'When do you open?']) expect(html).not.toContain(word)
}

/** Sends a form as a visitor without script does, and tells the address that it was sent with. */
export async function submit(
  page: Page,
  path: string,
  fields: Record<string, string>,
  status = 303,
): Promise<string> {
  const email = fields.email ?? `${newId('lead')}@example.com`
  const response = await page.request.post(path, {
    form: { ...fields, email },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(status)
  return email
}

/** A message to the team by such a form. */
export const sendMessage = (page: Page, fields: Record<string, string> = {}): Promise<string> =>
  submit(page, '/support/contact', {
    name: 'Amina Yusuf',
    subject: 'Opening',
    message: 'When do you open?',
    ...fields,
  })
