import { readFields } from '../http/body.ts'
import type { ApiExchange } from '../http/exchange.ts'
import { checkRecent, checkStillCurrent } from '../http/permissions.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import type { Accounts, MadeLink } from '../users/accounts.ts'
import type { Actor } from '../users/people.ts'

/**
 * Who works here, for those who manage people. What makes a link answers with its token once; where the
 * link leads is the Studio's to know.
 */
export function peopleRoutes(accounts: Accounts): Route[] {
  const change = (
    path: string,
    work: (by: Actor, exchange: ApiExchange) => Promise<unknown> | unknown,
  ): Route => ({
    methods: ['POST'],
    path,
    needs: 'people',
    async handle(exchange) {
      const { response, user } = exchange
      const by = { id: user?.id ?? '', name: user?.name ?? '' }
      sendJson(response, 200, (await work(by, exchange)) ?? {})
    },
  })
  /** Who gives somebody a way to manage people has given the password lately. */
  const checkGiving = (role: unknown, { authContext }: ApiExchange) => {
    if (accounts.role(String(role)).managesPeople) checkRecent(authContext)
  }
  return [
    {
      methods: ['GET'],
      path: 'people',
      needs: 'people',
      handle: ({ response }) => sendJson(response, 200, listed(accounts)),
    },
    change('people/invitations', async (by, exchange) => {
      const { email, role } = await fieldsOf(exchange)
      checkGiving(role, exchange)
      return link(accounts.invite(email, role, by))
    }),
    change('people/invitations/*/revoke', (by, { segments }) =>
      accounts.revokeInvitation(segments[2] ?? '', by),
    ),
    change('people/*/role', async (by, exchange) => {
      const { role } = await fieldsOf(exchange)
      checkGiving(role, exchange)
      accounts.setRole(exchange.segments[1] ?? '', role, by)
    }),
    change('people/*/reset', (by, exchange) => {
      const id = exchange.segments[1] ?? ''
      checkGiving(accounts.store.people.byId(id)?.role, exchange)
      return link(accounts.reset(id, by))
    }),
    change('people/*/remove', (by, { segments }) => accounts.remove(segments[1] ?? '', by)),
  ]
}

/** What came in the body, of somebody who may still do it once that has ended. */
async function fieldsOf({ request, authContext }: ApiExchange): Promise<Record<string, unknown>> {
  const fields = await readFields(request)
  checkStillCurrent(authContext)
  return fields
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

function link({ id, token, expires }: MadeLink) {
  return { id, token, expires: at(expires) }
}
