import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningSite } from './running-site.ts'

/** The administrator account of the tests. */
export const administrator = {
  name: 'Test Administrator',
  email: 'administrator@example.com',
  password: 'a password for the administrator',
} as const

/**
 * Creates the first account of a site with the server's password, which is read from DATA_DIR by default.
 *
 * @returns the session cookie of the new account
 * @throws Error if the site rejects a request
 */
export async function createAdministrator(
  site: Pick<RunningSite, 'url' | 'dataDir'>,
  password = readFileSync(join(site.dataDir, 'studio-password'), 'utf8').trim(),
): Promise<string> {
  const { setup } = await (await post(site, 'auth/login', { password })).json()
  const response = await post(site, 'auth/setup', { token: setup, ...administrator })
  return cookieOf(response)
}

let people = 0

/** Adds a staff member, invited with the administrator's cookie. Returns their id and session cookie. */
export async function newPerson(
  site: Pick<RunningSite, 'url'>,
  cookies: string,
  role: string,
): Promise<{ id: string; cookies: string }> {
  const email = `person-${++people}@example.com`
  const invited = await post(site, 'people/invitations', { email, roles: [role] }, cookies)
  const { token } = await invited.json()
  const given = { token, name: `Person ${people}`, password: `a password for ${role} tests` }
  const joined = await post(site, 'auth/invitation/accept', given)
  const { id = '' } = await joined.clone().json()
  return { id, cookies: cookieOf(joined) }
}

/** Posts JSON to the lake of a site. @throws Error if the response is not ok */
export async function post(
  { url }: Pick<RunningSite, 'url'>,
  path: string,
  body: object,
  cookie = '',
) {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}`)
  return response as Response & { json(): Promise<Record<string, string>> }
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
