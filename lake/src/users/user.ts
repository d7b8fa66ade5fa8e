/** A person's permissions. Everybody who works here may read all content, drafts too. */
export interface Role {
  name: string
  title: string
  description: string
  /** Permission to write content and upload files. */
  writesContent: boolean
  /** Permission to invite and remove people, and to change their roles. */
  managesPeople: boolean
}

/** The role of the token, and of the first person. */
const ADMINISTRATOR = 'administrator'

/** Sanity's own names. A site that has others names them when it opens the lake. */
export const DEFAULT_ROLES: readonly Role[] = [
  role(ADMINISTRATOR, 'Administrator', 'Edits content and manages people', true, true),
  role('editor', 'Editor', 'Edits content', true),
  role('viewer', 'Viewer', 'Reads content'),
]

/** Returns the role of that name; an unknown one may read. */
export function roleNamed(roles: readonly Role[], name: string): Role {
  return roles.find((known) => known.name === name) ?? role(name, name, '')
}

function role(
  name: string,
  title: string,
  description: string,
  writesContent = false,
  managesPeople = false,
): Role {
  return { name, title, description, writesContent, managesPeople }
}

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
