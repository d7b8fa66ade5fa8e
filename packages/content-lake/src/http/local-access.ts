import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/errors.ts'
import type { LocalUsers } from '../login/local-users.ts'
import { isFromOtherOrigin } from '../login/origin.ts'
import type { PersonRow } from '../users/people-table.ts'
import { DEFAULT_ROLES, permissionsIn, rolesNamed, userOf } from '../users/user.ts'
import type { Access, AuthContext } from './access.ts'
import type { CorsPolicy } from './cors.ts'

/**
 * Returns a function that authenticates local users by token or cookie, and other clients as `access` does. Throws a
 * `LakeError` 403 for a cookie from a page whose origin is not allowed.
 */
export function withLocalUsers(access: Access, users: LocalUsers, cors: CorsPolicy): Access {
  return (request: IncomingMessage) => {
    const { authorization, origin = '' } = request.headers
    const [, token = ''] = /^Bearer\s(.*)$/i.exec(authorization ?? '') ?? []
    const byToken = users.withToken(token.trim())
    if (byToken) return contextOf(byToken)
    const byCookie = authorization === undefined ? users.withCookie(request) : undefined
    if (!byCookie) return access(request)
    if (isFromOtherOrigin(request) && !cors(origin)?.allowCredentials) {
      throw httpError(403, 'This request must come from a page of an allowed origin')
    }
    return contextOf(byCookie)
  }
}

function contextOf(person: PersonRow): AuthContext {
  const roles = rolesNamed(DEFAULT_ROLES, person.role)
  const always = () => true
  const may = permissionsIn(roles)
  return { user: userOf(person, roles), may, isRecent: always, isCurrent: always }
}
