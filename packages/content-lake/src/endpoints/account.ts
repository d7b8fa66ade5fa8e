import { httpError } from '../errors/errors.ts'
import { checkRecent, unauthorized } from '../http/access.ts'
import { readCurrentFields } from '../http/body.ts'
import { type ApiExchange, get, post, type Route } from '../http/router.ts'
import type { Login } from '../login/login.ts'
import type { SignedInSession } from '../login/sessions.ts'
import type { CreatedLink } from '../users/account-links.ts'
import { readNewPassword, readPassword } from '../users/account-rules.ts'
import type { Accounts } from '../users/accounts.ts'
import type { SessionRow } from '../users/sessions-table.ts'
import type { Actor } from '../users/user.ts'

/** Returns the routes for a person's own account: name, password, and sessions. */
export function accountRoutes(login: Login): Route[] {
  const { guard, accounts, sessions, addressOf } = login
  const { store } = accounts

  const route = (
    method: typeof get,
    path: string,
    work: (session: SignedInSession, exchange: ApiExchange) => Promise<unknown> | unknown,
  ) => {
    const handle = async (exchange: ApiExchange) => {
      const session = exchange.authContext?.session
      if (!session) throw httpError(403, 'Sign in first')
      return (await work(session, exchange)) ?? {}
    }
    return method(`account/${path}`, handle, { needs: 'session' })
  }

  const ended = ({ person, name }: SignedInSession, count: number) => {
    accounts.onSessionsEnded()
    accounts.report('person.session-ended', { id: person, name }, person, { sessions: count })
  }

  return [
    route(get, 'sessions', ({ id, person }) =>
      store.sessions.ofPerson(person).map((row) => described(row, row.id === id)),
    ),
    route(post, 'sessions/*/end', (session, { segments }) => {
      const id = segments[2] ?? ''
      if (!store.sessions.end(id, session.person)) throw httpError(404, 'Session not found')
      ended(session, 1)
    }),
    route(post, 'sessions/end-others', (session) => {
      const count = store.sessions.endOthers(session.person, session.id)
      if (count > 0) ended(session, count)
      return { ended: count }
    }),
    route(post, 'name', async (session, exchange) => {
      const { name } = await readCurrentFields(exchange)
      accounts.rename(session.person, name)
    }),
    route(post, 'password', async (session, exchange) => {
      const body = await readCurrentFields(exchange)
      const address = addressOf(exchange.request)
      const former = readPassword(body.former)
      const stored = store.people.byId(session.person)?.password
      const chosen = readNewPassword(body.password, session, accounts.productNames)
      await guard
        .check(address, () => guard.isPassword(former, stored))
        .catch((error) => {
          // The client would take 401 for an expired session.
          if (error.statusCode === 401) throw httpError(403, 'The current password is wrong')
          throw error
        })
      const password = await guard.hash(chosen, address)
      if (!sessions.isCurrent(session)) throw unauthorized()
      accounts.setPassword(session.person, password, session.id)
    }),
  ]
}

function described({ id, created, used, browser, network }: SessionRow, isThis: boolean) {
  const at = (time: number) => new Date(time).toISOString()
  return { id, created: at(created), used: at(used), browser, network, isThis }
}

/**
 * Returns the routes for managing people. The response contains a new link's token once; the Studio builds the link's
 * URL from it.
 */
export function peopleRoutes(accounts: Accounts): Route[] {
  const change = (
    path: string,
    work: (by: Actor, exchange: ApiExchange) => Promise<unknown> | unknown,
  ) => {
    const handle = async (exchange: ApiExchange) => {
      const { id = '', name = '' } = exchange.user ?? {}
      return (await work({ id, name }, exchange)) ?? {}
    }
    return post(path, handle, { needs: 'people' })
  }
  /** Requires a recently entered password to grant a role that manages people. */
  const checkGiving = (roles: unknown, { authContext }: ApiExchange) => {
    if (accounts.permissionsOf({ role: String(roles) }).managesPeople) checkRecent(authContext)
  }
  return [
    get('people', () => listed(accounts), { needs: 'people' }),
    change('people/invitations', async (by, exchange) => {
      const { email, roles } = await readCurrentFields(exchange)
      checkGiving(roles, exchange)
      const link = accounts.invite(email, roles, by)
      const { token, email: to } = link
      return {
        ...withDate(link),
        isMailed: await accounts.mailInvitation({ email: to, token, by }),
      }
    }),
    change('people/invitations/*/revoke', (by, { segments }) =>
      accounts.revokeInvitation(segments[2] ?? '', by),
    ),
    change('people/*/roles', async (by, exchange) => {
      const { roles } = await readCurrentFields(exchange)
      checkGiving(roles, exchange)
      accounts.setRoles(exchange.segments[1] ?? '', roles, by)
    }),
    change('people/*/reset', (by, exchange) => {
      const id = exchange.segments[1] ?? ''
      checkGiving(accounts.store.people.byId(id)?.role, exchange)
      return withDate(accounts.reset(id, by))
    }),
    change('people/*/remove', (by, { segments }) => accounts.remove(segments[1] ?? '', by)),
  ]
}

function listed(accounts: Accounts) {
  const { people, links } = accounts.store
  return {
    roles: accounts.roles.map(({ name, title, description, limitedBy }) => ({
      ...{ name, title, description, limitedBy },
    })),
    people: people.all().map(({ id, name, email, role, joined, removed, seen }) => ({
      ...{ id, name, email, roles: role.split(',') },
      ...{ joined: at(joined), removed: at(removed), seen: at(seen) },
    })),
    invitations: links.openInvitations().map(({ id, email, role, maker, created, expires }) => ({
      ...{ id, email, roles: role.split(','), maker: accounts.nameOf(maker) },
      ...{ created: at(created), expires: at(expires) },
    })),
  }
}

function at(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

function withDate({ id, token, expires }: CreatedLink) {
  return { id, token, expires: at(expires) }
}
