import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret } from 'halvi-kit/files/private-files'
import { TOKEN_ROLES, type TokenRole } from './token-roles.ts'

/**
 * Returns the values of the tokens of a lake on a developer's machine, one for each role. They follow from a secret in
 * the lake's folder, so that they stay the same after a restart. Without a folder they are random.
 */
export function localTokens(directory: string | undefined): Record<TokenRole, string> {
  const make = () => randomBytes(32)
  const secret =
    directory === undefined ? make() : readOrCreateSecret(join(directory, 'secret'), make)
  const values = TOKEN_ROLES.map(({ name }) => [
    name,
    `sk${createHmac('sha256', secret).update(`token ${name}`).digest('base64url')}`,
  ])
  return Object.fromEntries(values) as Record<TokenRole, string>
}
