import { checkRecent } from '../http/access.ts'
import { readCurrentFields } from '../http/body.ts'
import type { ApiExchange, Route } from '../http/router.ts'
import type { Accounts, CreatedLink } from '../users/accounts.ts'
import type { Actor } from '../users/user.ts'

/** Routes for those who manage people. A link's token is in the response once; where the link leads is the Studio's to know. */
export function peopleRoutes(accounts: Accounts): Route[] {
  const change = (
    path: string,
    work: (by: Actor, exchange: ApiExchange) => Promise<unknown> | unknown,
  ): Route => ({
    methods: ['POST'],
    path,
    needs: 'people',
    handle: async (exchange) => {
      const { id = '', name = '' } = exchange.user ?? {}
      return (await work({ id, name }, exchange)) ?? {}
    },
  })
  /** A role that manages people needs a recent password. */
  const checkGiving = (role: unknown, { authContext }: ApiExchange) => {
    if (accounts.role(String(role)).managesPeople) checkRecent(authContext)
  }
  return [
    { methods: ['GET'], path: 'people', needs: 'people', handle: () => listed(accounts) },
    change('people/invitations', async (by, exchange) => {
      const { email, role } = await readCurrentFields(exchange)
      checkGiving(role, exchange)
      return withDate(accounts.invite(email, role, by))
    }),
    change('people/invitations/*/revoke', (by, { segments }) =>
      accounts.revokeInvitation(segments[2] ?? '', by),
    ),
    change('people/*/role', async (by, exchange) => {
      const { role } = await readCurrentFields(exchange)
      checkGiving(role, exchange)
      accounts.setRole(exchange.segments[1] ?? '', role, by)
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
    roles: accounts.roles.map(({ name, title, description }) => ({ name, title, description })),
    people: people.all().map(({ id, name, email, role, joined, removed, seen }) => ({
      ...{ id, name, email, role },
      ...{ joined: at(joined), removed: at(removed), seen: at(seen) },
    })),
    invitations: links.openInvitations().map(({ id, email, role, maker, created, expires }) => ({
      ...{ id, email, role, maker: accounts.nameOf(maker) },
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
