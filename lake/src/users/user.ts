/** A person or program that may read everything and write. */
export interface User {
  id: string
  name: string
  email: string
  role: string
  roles: { name: string; title: string; description: string }[]
  profileImage: string | null
  provider: string
}

const ADMINISTRATOR = {
  role: 'administrator',
  roles: [{ name: 'administrator', title: 'Administrator', description: '' }],
  email: '',
  profileImage: null,
}

/** Who bears the token. */
export const TOKEN_USER: User = {
  id: 'lake-token',
  name: 'API token',
  provider: 'sanity-token',
  ...ADMINISTRATOR,
}

/** Who knows the password. */
export const EDITOR: User = {
  id: 'editor',
  name: 'Editor',
  provider: 'password',
  ...ADMINISTRATOR,
}

/** What others see of a user. An author who has no account here (an import, for one) goes by the id. */
export function profileOf(id: string): { id: string; displayName: string; imageUrl?: string } {
  const name = [EDITOR, TOKEN_USER].find((user) => user.id === id)?.name
  return { id, displayName: name ?? id }
}
