import type { IncomingMessage } from 'node:http'
import { httpError, LakeError } from '../errors/errors.ts'
import { checkStillCurrent, unauthorized } from '../http/access.ts'
import { readFields } from '../http/body.ts'
import { type ApiExchange, get, post, type Route } from '../http/router.ts'
import type { Login } from '../login/login.ts'
import { isSameOrigin } from '../login/origin.ts'
import { readEmail, readName, readNewPassword } from '../users/account-rules.ts'
import type { PersonRow } from '../users/people-table.ts'
import { userOf } from '../users/user.ts'

const SETUP_SECONDS = 3600
const OPEN = { anonymous: 'always' } as const

/**
 * Returns the routes for signing in and out. While nobody manages people, `auth/login {password}` with the setup
 * password returns a token, and `auth/setup {token, name, email, password}` creates the first account.
 * `auth/invitation` and `auth/reset` describe a link, and `…/accept` uses it. `auth/reauthenticate {password}`
 * confirms a session.
 */
export function loginRoutes(login: Login): Route[] {
  const { guard, accounts, sessions, setupTokens, addressOf, address } = login
  const { productNames } = accounts

  const signIn = ({ request, response }: ApiExchange, person: PersonRow) => {
    response.setHeader('Set-Cookie', sessions.begin(person.id, request))
    accounts.report('person.signed-in', person, person.id)
    return userOf(person, accounts.rolesOf(person))
  }

  /** Reads the body. Rejects requests from pages of other sites, so that no other site can sign a browser in. */
  const read = async (request: IncomingMessage) => {
    if (request.headers.origin !== undefined && !isSameOrigin(request, address)) {
      throw httpError(403, 'Sign in from a page of this origin')
    }
    return readFields(request)
  }

  const enter = (
    path: string,
    work: (body: Record<string, unknown>, exchange: ApiExchange) => unknown,
  ) => post(path, async (exchange) => work(await read(exchange.request), exchange), OPEN)

  const hashed = (
    chosen: unknown,
    person: { name: string; email: string },
    { request }: ApiExchange,
  ) => guard.hash(readNewPassword(chosen, person, productNames), addressOf(request))

  return [
    enter('auth/login', async ({ email, password }, exchange) => {
      const { request } = exchange
      try {
        if (email === undefined && accounts.needsSetup) {
          await login.checkSetupPassword(password, request)
          return { setup: setupTokens.make(SETUP_SECONDS) }
        }
        return signIn(exchange, await login.authenticate(email, password, request))
      } catch (error) {
        if (error instanceof LakeError && error.statusCode === 401) {
          const known = typeof email === 'string' && accounts.store.people.byEmail(email)
          accounts.report('person.refused', undefined, known ? known.id : undefined)
        }
        throw error
      }
    }),
    get('auth/setup', () => ({ needed: accounts.needsSetup }), OPEN),
    enter('auth/setup', async ({ token, ...body }, exchange) => {
      if (!setupTokens.isValid(String(token)) || !accounts.needsSetup) {
        throw httpError(
          410,
          'This setup link has expired. Sign in, or restart the server for a new link',
        )
      }
      const person = { name: readName(body.name, productNames), email: readEmail(body.email) }
      const password = await hashed(body.password, person, exchange)
      const added = accounts.addFirst({ ...person, password })
      setupTokens.end(String(token))
      return signIn(exchange, added)
    }),
    enter('auth/invitation', ({ token }) => {
      const link = accounts.links.open(String(token), 'invitation')
      const role = accounts
        .rolesOf(link)
        .map(({ title }) => title)
        .join(' and ')
      return { email: link.email, role, expires: new Date(link.expires).toISOString() }
    }),
    enter('auth/invitation/accept', async ({ token, ...body }, exchange) => {
      const { email } = accounts.links.open(String(token), 'invitation')
      const name = readName(body.name, productNames)
      const password = await hashed(body.password, { name, email }, exchange)
      return signIn(exchange, accounts.join(String(token), { name, password }))
    }),
    enter('auth/reset', ({ token }) => {
      const { link, person } = accounts.links.openReset(String(token))
      const expires = new Date(link.expires).toISOString()
      return { name: person.name, email: person.email, expires }
    }),
    enter('auth/reset/accept', async ({ token, ...body }, exchange) => {
      const { person } = accounts.links.openReset(String(token))
      const password = await hashed(body.password, person, exchange)
      return signIn(exchange, accounts.useReset(String(token), password))
    }),
    post('auth/reauthenticate', reauthenticate, { needs: 'session' }),
    post('auth/logout', logout, OPEN),
  ]

  async function reauthenticate({ request, authContext }: ApiExchange) {
    const { password } = await read(request)
    const session = authContext?.session
    if (!session) throw unauthorized()
    await login.authenticate(session.email, password, request)
    checkStillCurrent(authContext)
    accounts.store.sessions.setSignedIn(session.id, Date.now())
    return {}
  }

  function logout({ request, response, authContext }: ApiExchange) {
    const session = authContext?.session
    response.setHeader('Set-Cookie', sessions.end(session, request))
    accounts.onSessionsEnded()
    const id = session?.person ?? ''
    if (session) accounts.report('person.signed-out', { id, name: session.name }, id)
    return {}
  }
}
