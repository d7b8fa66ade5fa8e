import type { IncomingMessage } from 'node:http'
import { httpError, LakeError, RefusedError } from '../errors/errors.ts'
import { unauthorized } from '../http/access.ts'
import { readFields } from '../http/body.ts'
import type { ApiExchange } from '../http/exchange.ts'
import { isSameOrigin } from '../http/origin.ts'
import { checkStillCurrent } from '../http/permissions.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import type { Login } from '../login/login.ts'
import { readEmail, readName, readNewPassword } from '../users/account-rules.ts'
import type { PersonRow } from '../users/people-table.ts'
import { userOf } from '../users/user.ts'

const SETUP_SECONDS = 3600

/**
 * Ways in. `auth/login {email, password}` and `auth/logout`. `auth/setup` tells whether the first person
 * has still to come in: then `auth/login {password}` with the lake's own password answers with a token,
 * and `auth/setup {token, name, email, password}` makes the first account. `auth/invitation` and
 * `auth/reset` tell what a link is good for, `…/accept` uses it. `auth/reauthenticate {password}` renews
 * the sign-in of who has a session. `onRefused` is told of limits.
 */
export function loginRoutes(login: Login, onRefused: (limit: string) => void): Route[] {
  const { guard, accounts, sessions, setupTokens, addressOf, address } = login
  const { productNames } = accounts

  const signIn = ({ request, response }: ApiExchange, person: PersonRow) => {
    response.setHeader('Set-Cookie', sessions.begin(person.id, request))
    const { id, name } = person
    accounts.tell({ action: 'person.signed-in', by: { id, name }, subject: id })
    sendJson(response, 200, userOf(person, accounts.role(person.role)))
  }

  /** What comes in a body. Nobody shall be signed in by another site, not even as themselves. */
  const read = async (request: IncomingMessage) => {
    if (request.headers.origin !== undefined && !isSameOrigin(request, address)) {
      throw httpError(403, 'Sign in from a page of this origin')
    }
    return readFields(request)
  }

  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof RefusedError) onRefused('passwords')
      throw error
    }
  }

  const enter = (
    path: string,
    work: (body: Record<string, unknown>, exchange: ApiExchange) => Promise<void> | void,
  ): Route => ({
    methods: ['POST'],
    path,
    anonymous: 'always',
    handle: async (exchange) => limited(async () => work(await read(exchange.request), exchange)),
  })

  return [
    enter('auth/login', async ({ email, password }, exchange) => {
      const { request, response } = exchange
      const isFirst = email === undefined && accounts.needsFirst
      try {
        if (isFirst) {
          await login.checkSetupPassword(password, request)
          sendJson(response, 200, { setup: setupTokens.make(SETUP_SECONDS) })
        } else signIn(exchange, await login.authenticate(email, password, request))
      } catch (error) {
        if (error instanceof LakeError && error.statusCode === 401) {
          const subject =
            typeof email === 'string' ? accounts.store.people.byEmail(email)?.id : undefined
          accounts.tell({
            action: 'person.refused',
            by: undefined,
            ...(subject !== undefined && { subject }),
          })
        }
        throw error
      }
    }),
    {
      methods: ['GET'],
      path: 'auth/setup',
      anonymous: 'always',
      handle: ({ response }) => sendJson(response, 200, { needed: accounts.needsFirst }),
    },
    enter('auth/setup', async (body, exchange) => {
      const { token } = body
      const isGood = () => typeof token === 'string' && setupTokens.isGood(token)
      if (!isGood() || !accounts.needsFirst) {
        throw httpError(410, 'This way in has ended: sign in, or start the server anew for another')
      }
      const [name, email] = [readName(body.name, productNames), readEmail(body.email)]
      const chosen = readNewPassword(body.password, { name, email }, productNames)
      const password = await guard.hash(chosen, addressOf(exchange.request))
      const person = accounts.addFirst({ name, email, password })
      setupTokens.use(String(token))
      signIn(exchange, person)
    }),
    enter('auth/invitation', ({ token }, { response }) => {
      const { email, role, expires } = accounts.linkOf(String(token), 'invitation')
      const { title } = accounts.role(role)
      sendJson(response, 200, { email, role: title, expires: new Date(expires).toISOString() })
    }),
    enter('auth/invitation/accept', async ({ token, ...body }, exchange) => {
      const { email } = accounts.linkOf(String(token), 'invitation')
      const name = readName(body.name, productNames)
      const chosen = readNewPassword(body.password, { name, email }, productNames)
      const password = await guard.hash(chosen, addressOf(exchange.request))
      signIn(exchange, accounts.join(String(token), { name, password }))
    }),
    enter('auth/reset', ({ token }, { response }) => {
      const { link, person } = accounts.resetOf(String(token))
      const expires = new Date(link.expires).toISOString()
      sendJson(response, 200, { name: person.name, email: person.email, expires })
    }),
    enter('auth/reset/accept', async ({ token, ...body }, exchange) => {
      const { person } = accounts.resetOf(String(token))
      const chosen = readNewPassword(body.password, person, productNames)
      const password = await guard.hash(chosen, addressOf(exchange.request))
      signIn(exchange, accounts.useReset(String(token), password))
    }),
    {
      methods: ['POST'],
      path: 'auth/reauthenticate',
      needs: 'session',
      handle: ({ request, response, authContext }) =>
        limited(async () => {
          const { password } = await read(request)
          const session = authContext?.session
          if (!session) throw unauthorized()
          await login.authenticate(session.email, password, request)
          checkStillCurrent(authContext)
          accounts.store.sessions.setSignedIn(session.id, Date.now())
          sendJson(response, 200, {})
        }),
    },
    {
      methods: ['POST'],
      path: 'auth/logout',
      anonymous: 'always',
      handle({ request, response, authContext }) {
        const session = authContext?.session
        response.setHeader('Set-Cookie', sessions.end(session, request))
        accounts.onSessionsEnded()
        if (session) {
          const by = { id: session.person, name: session.name }
          accounts.tell({ action: 'person.signed-out', by, subject: session.person })
        }
        sendJson(response, 200, {})
      },
    },
  ]
}
