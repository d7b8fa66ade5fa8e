import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { watch } from './complaints.ts'

/** Somebody else who works here. */
export interface Colleague {
  role: string
  name: string
  /** One that nobody else has, unless given. */
  email?: string
}

/** What colleagues of a role sign in with. */
export const passwordOf = (role: string) => `a password for the tests of ${role}`

/** The browser of somebody whom an administrator of the site has invited, signed in with a role. */
export async function colleague(
  browser: Browser,
  administrator: BrowserContext,
  origin: string,
  { role, name, email = `${role}-${randomUUID().slice(0, 8)}@example.com` }: Colleague,
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
  const { token } = await post(administrator, 'people/invitations', { email, role })
  const context = await browser.newContext({ baseURL: origin })
  context.setDefaultTimeout(30_000)
  watch(context, new URL(origin).hostname, complaints)
  await post(context, 'auth/invitation/accept', { token, name, password: passwordOf(role) })
  return context.newPage()
}
