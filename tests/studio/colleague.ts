import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { collectErrors } from './page-errors.ts'

/** A second staff member. */
export interface Colleague {
  role: string
  name: string
  /** The email address. By default, a unique one. */
  email?: string
}

/** Returns the password of colleagues with a role. */
export const passwordOf = (role: string) => `a password for the tests of ${role}`

/** Invites a colleague as the administrator. Returns a page in a new browser context where they are signed in. */
export async function colleague(
  browser: Browser,
  administrator: BrowserContext,
  origin: string,
  {
    role,
    name,
    email = `${role.replaceAll(',', '-')}-${randomUUID().slice(0, 8)}@example.com`,
  }: Colleague,
  complaints: string[],
): Promise<Page> {
  const post = async (context: BrowserContext, path: string, data: object) => {
    const response = await context.request.post(`${origin}/v1/${path}`, {
      data,
      headers: { Origin: origin },
    })
    expect(response.ok()).toBe(true)
    return response.json()
  }
  const { token } = await post(administrator, 'people/invitations', {
    email,
    roles: role.split(','),
  })
  const context = await browser.newContext({ baseURL: origin })
  context.setDefaultTimeout(60_000)
  collectErrors(context, new URL(origin).hostname, complaints)
  await post(context, 'auth/invitation/accept', { token, name, password: passwordOf(role) })
  return context.newPage()
}
