import { ADMINISTRATOR, type Role } from './roles.ts'

export interface Person {
  /** As Sanity's: `p` and letters and digits. */
  id: string
  name: string
  /** Empty once removed. */
  email: string
  role: string
  /** Nobody can sign in as them any more; their name stays for what they have done. */
  removed: boolean
}

export interface SignedIn {
  user: Pick<Person, 'id' | 'name' | 'email' | 'role'>
  /** Tells a person's sessions apart; nobody can sign in with it. */
  sessionId: string
  /** Whether the password was given within the last 12 hours. */
  isRecent: boolean
  /** False once the session has ended, or the person was removed or has another role. */
  isCurrent: () => boolean
}

export interface Actor {
  id: string
  name: string
}

export type AccountAction =
  | 'person.signed-in'
  | 'person.refused'
  | 'person.signed-out'
  | 'person.session-ended'
  | 'person.invited'
  | 'person.invitation-revoked'
  | 'person.joined'
  | 'person.renamed'
  | 'person.role-changed'
  | 'person.removed'
  | 'person.reset'
  | 'person.password-changed'

/** A change of an account. It holds no password and no address. */
export interface AccountEvent {
  action: AccountAction
  /** Undefined for an unknown person, as before signing in. */
  by: Actor | undefined
  /** The id of the person or invitation that was changed. */
  subject?: string
  /** For example `{ role: 'viewer' }`. */
  detail?: Readonly<Record<string, unknown>>
}

export interface User {
  id: string
  name: string
  email: string
  role: string
  roles: { name: string; title: string; description: string }[]
  profileImage: string | null
  provider: string
}

/** The author of what a program with the token writes. */
export const programId = 'lake-token'

export const TOKEN_USER: User = {
  id: programId,
  name: 'API token',
  provider: 'sanity-token',
  role: ADMINISTRATOR,
  roles: [{ name: ADMINISTRATOR, title: 'Administrator', description: '' }],
  email: '',
  profileImage: null,
}

/** The author of everything that was written when all people shared one password. */
export const FORMER_EDITOR = { id: 'editor', name: 'Editor' }

/** Returns a person with their role as a Studio expects it. */
export function userOf(
  { id, name, email }: Pick<Person, 'id' | 'name' | 'email'>,
  { name: role, title, description }: Role,
): User {
  const roles = [{ name: role, title, description }]
  return { id, name, email, role, roles, profileImage: null, provider: 'password' }
}
