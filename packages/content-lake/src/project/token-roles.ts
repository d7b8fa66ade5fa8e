import { type Role, role } from '../users/user.ts'

export type TokenRole = 'viewer' | 'editor' | 'deploy-studio' | 'administrator'

/** The roles of tokens, by Sanity's names. */
export const TOKEN_ROLES = [
  role('viewer', 'Viewer', 'Reads all content'),
  role('editor', 'Editor', 'Reads and writes all content', true, true),
  {
    ...role('deploy-studio', 'Deploy Studio', 'Deploys schemas'),
    ...{ readsContent: false, deploysSchemas: true },
  },
  role('administrator', 'Administrator', 'Everything', true, true, true),
] as readonly (Role & { name: TokenRole })[]

/** Returns whether a value is the name of a token's role. */
export function isTokenRole(role: unknown): role is TokenRole {
  return TOKEN_ROLES.some(({ name }) => name === role)
}
