import { httpError, type LakeError } from '../errors/errors.ts'
import type { LinkRow } from './links-table.ts'
import type { PersonRow } from './people-table.ts'
import { hashToken, newToken, randomId } from './secret-token.ts'
import type { Actor } from './user.ts'
import type { UserStore } from './user-store.ts'

/** How long links are valid, in milliseconds. */
const VALID_MS = { invitation: 7 * 24 * 60 * 60 * 1000, reset: 24 * 60 * 60 * 1000 }

type LinkPurpose = Pick<LinkRow, 'email' | 'role' | 'person'>

/** A new link. Its token is returned only here; the store has only a hash. */
export interface CreatedLink {
  id: string
  token: string
  expires: number
}

/** The links by which people join, or set a new password. Messages of its `LakeError`s are shown to users. */
export class AccountLinks {
  constructor(private readonly store: UserStore) {}

  create(kind: LinkRow['kind'], about: LinkPurpose, { id: maker }: Actor): CreatedLink {
    const [token, created, id] = [newToken(), Date.now(), `l${randomId()}`]
    const expires = created + VALID_MS[kind]
    const link = { ...about, kind, id, created, expires, maker, state: 'open' as const }
    this.store.links.add({ ...link, token: hashToken(token) })
    return { id, token, expires }
  }

  /** Returns an open link. Throws a `LakeError` 410 with the reason if the link cannot be used. */
  open(token: string, kind: LinkRow['kind']): LinkRow {
    const link = this.store.links.byToken(hashToken(token))
    const named = kind === 'invitation' ? 'invitation' : 'link'
    if (link?.kind !== kind) throw gone(`This ${named} is not valid. Ask for a new one`)
    const { state, expires } = link
    if (state === 'used')
      throw gone(`This ${named} has already been used. Sign in, or ask for a new one`)
    if (state === 'revoked') throw gone(`This ${named} was revoked. Ask for a new one`)
    if (state === 'open' && expires > Date.now()) return link
    throw gone(`This ${named} has expired. Ask for a new one`)
  }

  /** Returns a reset link with its person. Throws as `open` does. */
  openReset(token: string): { link: LinkRow; person: PersonRow } {
    const link = this.open(token, 'reset')
    const person = this.store.people.byId(link.person ?? '')
    if (!person || person.removed !== null) throw gone('This account was removed')
    return { link, person }
  }
}

/** Returns a `LakeError` 410. */
export function gone(message: string): LakeError {
  return httpError(410, message)
}
