import type { Role } from '../users/user.ts'

export type TokenRole = 'viewer' | 'editor' | 'deploy-studio' | 'administrator'

/** The roles of tokens, by Sanity's names. */
export const TOKEN_ROLES: readonly (Role & { name: TokenRole })[] = [
  {
    ...{ name: 'viewer', title: 'Viewer', description: 'Reads all content' },
    ...{ writesContent: false, publishesContent: false, managesPeople: false },
  },
  {
    ...{ name: 'editor', title: 'Editor', description: 'Reads and writes all content' },
    ...{ writesContent: true, publishesContent: true, managesPeople: false },
  },
  {
    ...{ name: 'deploy-studio', title: 'Deploy Studio', description: 'Deploys schemas' },
    ...{ writesContent: false, publishesContent: false, managesPeople: false },
    readsContent: false,
  },
  {
    ...{ name: 'administrator', title: 'Administrator', description: 'Everything' },
    ...{ writesContent: true, publishesContent: true, managesPeople: true },
  },
]

/** Returns whether a value is the name of a token's role. */
export function isTokenRole(role: unknown): role is TokenRole {
  return TOKEN_ROLES.some(({ name }) => name === role)
}
