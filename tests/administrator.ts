import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningSite } from './running-site.ts'

/** Whom the tests are signed in as. */
export const administrator = {
  name: 'Test Administrator',
  email: 'administrator@example.com',
  password: 'a password for the administrator',
} as const

/**
 * Makes the first account of a site, as its operators do: by the server's password, which is read from
 * DATA_DIR unless given.
 *
 * @returns the cookie of the browser that is signed in then
 * @throws Error when the site refuses
 */
export async function createAdministrator(
  site: Pick<RunningSite, 'url' | 'dataDir'>,
  password = readFileSync(join(site.dataDir, 'studio-password'), 'utf8').trim(),
): Promise<string> {
  const { setup } = await (await post(site, 'login', { password })).json()
  const response = await post(site, 'setup', { token: setup, ...administrator })
  return cookieOf(response)
}

async function post({ url }: Pick<RunningSite, 'url'>, path: string, body: object) {
  const response = await fetch(`${url}/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`auth/${path} answered ${response.status}`)
  return response as Response & { json(): Promise<Record<string, string>> }
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
