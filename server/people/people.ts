import type { openAccounts } from 'embedded-content-lake'
import { operator } from 'halvi-leads/permissions'

/** The accounts of a data folder. */
export type Accounts = ReturnType<typeof openAccounts>

/** A link that somebody gets, as a path with what is behind its hash, and until when it works. */
export interface Link {
  path: string
  /** Milliseconds since 1970. */
  expires: number
}

/** Who works here or is invited. Times are milliseconds since 1970. */
export type Listed =
  | { is: 'member'; email: string; role: string; name: string; seen: number | null }
  | { is: 'invited'; email: string; role: string; expires: number }

/** It could not be done. The message is one line, fit for a person. */
export class PeopleError extends Error {
  override name = 'PeopleError'
}

/** Everybody who works here, then who is invited. */
export function listPeople({ store }: Accounts): Listed[] {
  const members = store.people.all().filter(({ removed }) => removed === null)
  return [
    ...members.map(({ email, role, name, seen }) => ({
      ...{ is: 'member' as const, email, role, name, seen },
    })),
    ...store.links.openInvitations().map(({ email, role, expires }) => ({
      ...{ is: 'invited' as const, email, role, expires },
    })),
  ]
}

/** Makes a link by which somebody joins. @throws Error in one line when address or role are wrong */
export function invite(accounts: Accounts, email: string, role: string): Link {
  const { token, expires } = accounts.invite(email, role, operator)
  return { path: `/studio#invitation=${token}`, expires }
}

/** Makes a link by which somebody chooses another password. @throws PeopleError when nobody has the address */
export function reset(accounts: Accounts, email: string): Link {
  const { token, expires } = accounts.reset(idOf(accounts, email), operator)
  return { path: `/studio#reset=${token}`, expires }
}

/** Signs somebody out at once and for good. @throws Error in one line when that can't be */
export function remove(accounts: Accounts, email: string): void {
  accounts.remove(idOf(accounts, email), operator)
}

function idOf({ store }: Accounts, email: string): string {
  const person = store.people.byEmail(email)
  if (person) return person.id
  throw new PeopleError('Nobody here has this address')
}
