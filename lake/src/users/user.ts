import type { Person } from './people.ts'
import { ADMINISTRATOR, type Role } from './roles.ts'

/** Who asks, in the words of Sanity's `users/me`. */
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

/** Who bears the token. */
export const TOKEN_USER: User = {
  id: programId,
  name: 'API token',
  provider: 'sanity-token',
  role: ADMINISTRATOR,
  roles: [{ name: ADMINISTRATOR, title: 'Administrator', description: '' }],
  email: '',
  profileImage: null,
}

/** The author of what was written when all who knew the one password were one. */
export const FORMER_EDITOR = { id: 'editor', name: 'Editor' }

/** A person with the role that they have, as a Studio is told. */
export function userOf(
  { id, name, email }: Pick<Person, 'id' | 'name' | 'email'>,
  { name: role, title, description }: Role,
): User {
  const roles = [{ name: role, title, description }]
  return { id, name, email, role, roles, profileImage: null, provider: 'password' }
}
