import { httpError, RefusedError } from '../errors/errors.ts'
import { readFields } from '../http/body.ts'
import type { ApiExchange } from '../http/exchange.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import type { Login } from '../login/login.ts'
import type { Session } from '../login/sessions.ts'
import { readNewPassword, readPassword } from '../users/account-rules.ts'
import type { SessionRow } from '../users/sessions-table.ts'

/** A person's own account: their name, their password, and the browsers that they have signed in with. */
export function accountRoutes(login: Login, onRefused: (limit: string) => void): Route[] {
  const { guard, accounts, sessions, addressOf } = login
  const { store, tell } = accounts

  const route = (
    method: 'GET' | 'POST',
    path: string,
    work: (session: Session, exchange: ApiExchange) => Promise<unknown> | unknown,
  ): Route => ({
    methods: [method],
    path: `account/${path}`,
    needs: 'session',
    async handle(exchange) {
      const { response, authContext } = exchange
      if (!authContext?.session) throw httpError(403, 'Sign in first')
      try {
        sendJson(response, 200, (await work(authContext.session, exchange)) ?? {})
      } catch (error) {
        if (error instanceof RefusedError) onRefused('passwords')
        throw error
      }
    },
  })

  const ended = (session: Session, detail: Record<string, unknown>) => {
    accounts.onSessionsEnded()
    const by = { id: session.person, name: session.name }
    tell({ action: 'person.session-ended', by, subject: session.person, detail })
  }

  return [
    route('GET', 'sessions', ({ id, person }) =>
      store.sessions.ofPerson(person, Date.now()).map((row) => described(row, row.id === id)),
    ),
    route('POST', 'sessions/*/end', (session, { segments }) => {
      const id = segments[2] ?? ''
      if (!store.sessions.end(id, session.person)) throw httpError(404, 'There is no such session')
      ended(session, { sessions: 1 })
    }),
    route('POST', 'sessions/end-others', (session) => {
      const count = store.sessions.endOthers(session.person, session.id)
      if (count > 0) ended(session, { sessions: count })
      return { ended: count }
    }),
    route('POST', 'name', async (session, { request }) => {
      const body = await readFields(request)
      accounts.rename(session.person, body.name)
    }),
    route('POST', 'password', async (session, { request }) => {
      const body = await readFields(request)
      const former = readPassword(body.former)
      const kept = store.people.byId(session.person)?.password
      const chosen = readNewPassword(body.password, session, accounts.productNames)
      await guard
        .check(session.person, addressOf(request), () => guard.isPassword(former, kept))
        .catch(
          // 401 would say that the session has ended.
          (error) => {
            if (error.statusCode === 401) throw httpError(403, 'Your present password is another')
            throw error
          },
        )
      const password = await guard.hash(chosen, addressOf(request))
      if (!sessions.isCurrent(session)) throw httpError(401, 'Session not found')
      accounts.setPassword(session.person, password, session.id)
    }),
  ]
}

function described({ id, created, used, browser, network }: SessionRow, isThis: boolean) {
  const at = (time: number) => new Date(time).toISOString()
  return { id, created: at(created), used: at(used), browser, network, isThis }
}
