import type { SanityDocument } from '../documents/document.ts'

/** A value that a field of a document must have. If it is undefined, the document must not have the field. */
interface FieldLimit {
  field: string
  value: string | undefined
}

/** A change of a document by a transaction. */
export interface Change {
  before: SanityDocument | undefined
  after: SanityDocument | undefined
  /** Returns a document after the transaction, by its id. */
  get(id: string): SanityDocument | undefined
  /** The limits of the author's role. */
  onlyWhere: readonly FieldLimit[] | undefined
}

/** Permissions of a person or token. Everyone with an account may read all content, including drafts. */
export interface Permissions {
  /** Permission to read content. Everyone has it by default. */
  readsContent?: boolean
  /** Permission to write drafts and upload files. */
  writesContent: boolean
  /** Permission to change published documents and releases too. Without it, all writes except drafts are rejected. */
  publishesContent: boolean
  /** Limits writing to drafts that match one of these, before and after a change. Without it, all drafts. */
  onlyWhere?: readonly FieldLimit[] | undefined
  /** Limits drafts further, beside `onlyWhere`, such as by their ids. */
  mayDraft?: ((change: Change) => boolean) | undefined
  /** Permits more changes to people who write drafts only, such as adding a draft to a list. */
  mayAlsoChange?: ((change: Change) => boolean) | undefined
  /** Permission to invite and remove people, and to change their roles. */
  managesPeople: boolean
  /** Permission to read and write the schemas of Studios. Everyone who publishes has it. */
  deploysSchemas?: boolean
}

/** Permissions under a name. A person has those of all of their roles. */
export interface Role extends Permissions {
  name: string
  title: string
  description: string
  /**
   * The field that people with this role can be limited by. If it is `language`, the role `author:ar` of a role
   * `author` permits drafts with the language `ar` only.
   */
  limitedBy?: string
  /** The value for documents without the field. With `en`, the role `author:en` permits drafts without a language. */
  limitWithoutField?: string
}

/** The role of the token, and of the first person. */
const ADMINISTRATOR = 'administrator'

/** The default roles have Sanity's own names. A site can pass other roles to `openLake`. */
export const DEFAULT_ROLES: readonly Role[] = [
  role(ADMINISTRATOR, 'Administrator', 'Edits content and manages people', true, true, true),
  role('editor', 'Editor', 'Edits content', true, true),
  role('author', 'Author', 'Writes drafts, cannot publish', true),
  role('viewer', 'Viewer', 'Reads content'),
]

/** Returns the roles with these names, which commas separate. An unknown role only permits reading. */
export function rolesNamed(roles: readonly Role[], names: string): Role[] {
  return names.split(',').map((name) => roleNamed(roles, name) ?? role(name, name, ''))
}

/** Returns the role with a name, which can end with a limit, as in `author:ar`. Returns undefined for an unknown name. */
export function roleNamed(roles: readonly Role[], name: string): Role | undefined {
  const [base = '', value, ...rest] = name.split(':')
  const known = roles.find((one) => one.name === base)
  if (!known || value === undefined) return known
  const { title, limitedBy: field, limitWithoutField } = known
  if (!field || rest.length > 0 || !/^[a-z0-9-]{1,35}$/.test(value)) return undefined
  const onlyWhere = [{ field, value: value === limitWithoutField ? undefined : value }]
  return { ...known, name, title: `${title} (${value})`, onlyWhere }
}

/** Returns what the roles permit together. */
export function permissionsIn(roles: readonly Role[]): Permissions {
  const some = (permission: keyof Permissions) => roles.some((one) => one[permission])
  const writers = roles.filter(({ writesContent }) => writesContent)
  const isLimited = writers.length > 0 && writers.every(({ onlyWhere }) => onlyWhere)
  return {
    ...(isLimited && { onlyWhere: writers.flatMap(({ onlyWhere = [] }) => onlyWhere) }),
    mayDraft: writers.every((one) => one.mayDraft) ? writers[0]?.mayDraft : undefined,
    mayAlsoChange: writers.find((one) => one.mayAlsoChange)?.mayAlsoChange,
    readsContent: roles.some((one) => one.readsContent !== false),
    writesContent: some('writesContent'),
    publishesContent: some('publishesContent'),
    managesPeople: some('managesPeople'),
    deploysSchemas: some('deploysSchemas'),
  }
}

/** Returns a role. Everyone reads content by default. */
export function role(
  name: string,
  title: string,
  description: string,
  writesContent = false,
  publishesContent = false,
  managesPeople = false,
): Role {
  return { name, title, description, writesContent, publishesContent, managesPeople }
}

export interface Person {
  /** In Sanity's format: `p` followed by letters and digits. */
  id: string
  name: string
  /** Empty after removal. */
  email: string
  roles: string[]
  /** Whether the person was removed. They can no longer sign in; their name stays for their past changes. */
  removed: boolean
}

export interface SignedIn {
  user: Pick<Person, 'id' | 'name' | 'email' | 'roles'>
  /** Identifies the session among the person's sessions. Cannot be used to sign in. */
  sessionId: string
  /** Whether the person entered the password within the last 12 hours. */
  isRecent: boolean
  /** Returns false once the session has ended, the person was removed, or their roles changed. */
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
  | 'person.roles-changed'
  | 'person.removed'
  | 'person.reset'
  | 'person.password-changed'

/** An invitation to send by mail. */
export interface InvitationMail {
  email: string
  /** The link's token, which is a secret. */
  token: string
  by: Actor
}

/** A change to an account. Contains no password and no address. */
export interface AccountEvent {
  action: AccountAction
  /** The acting person. Undefined if unknown, for example at a failed sign-in. */
  by: Actor | undefined
  /** The id of the person or invitation that was changed. */
  subject?: string
  /** For example `{ roles: ['viewer'] }`. */
  detail?: Readonly<Record<string, unknown>>
}

export interface User {
  id: string
  name: string
  email: string
  /** The name of the first role. */
  role: string
  roles: { name: string; title: string; description: string }[]
  profileImage: string | null
  provider: string
}

/** The author id of changes that a program made with the token. */
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

/** The authors of changes by this lake's own programs. */
export const PROGRAMS = [
  { id: 'import', name: 'Import' },
  { id: 'migration', name: 'Migration' },
]

/** Returns a person with their roles in the format that the Studio expects. */
export function userOf(
  { id, name, email }: Pick<Person, 'id' | 'name' | 'email'>,
  given: readonly Role[],
): User {
  const roles = given.map(({ name, title, description }) => ({ name, title, description }))
  const role = roles[0]?.name ?? ''
  return { id, name, email, role, roles, profileImage: null, provider: 'password' }
}
