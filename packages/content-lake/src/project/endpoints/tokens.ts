import { isRecord } from '../../documents/values.ts'
import { httpError } from '../../errors/errors.ts'
import { readCurrentFields } from '../../http/body.ts'
import { type ApiExchange, get, post, type Route } from '../../http/router.ts'
import type { Project } from '../project.ts'
import type { TokenRow } from '../project-store.ts'
import { isTokenRole, TOKEN_ROLES } from '../token-roles.ts'

const MAX_LABEL = 100

const ROLES = TOKEN_ROLES.map(({ name, title, description }) => ({
  ...{ name, title, description, isCustom: false },
  ...{ appliesToUsers: true, appliesToRobots: true },
}))

/**
 * Returns the routes that list, create, and delete tokens: `projects/<id>/tokens`, and `access/project/<id>/robots`,
 * which newer versions of Sanity's CLI use. The value of a token is in the response that creates it, and nowhere else.
 */
export function tokenRoutes(project: Project): Route[] {
  const { store } = project
  const tokens = `projects/${project.id}/tokens`
  const robots = `access/project/${project.id}/robots`
  const remove = ({ segments }: ApiExchange) => {
    const id = segments.at(-1) ?? ''
    if (!store.tokens.delete(id)) throw httpError(404, 'Token not found')
    project.endUnauthenticated()
    return { deleted: true, id }
  }
  const admin = { needs: 'project' } as const
  const add = (label: unknown, role: unknown) => {
    if (typeof label !== 'string' || label === '' || label.length > MAX_LABEL)
      throw httpError(400, `A token needs a label of at most ${MAX_LABEL} characters`)
    if (!isTokenRole(role)) {
      const names = TOKEN_ROLES.map(({ name }) => name).join(', ')
      throw httpError(400, `The role of a token must be one of ${names}`)
    }
    return project.addToken(label, role)
  }
  const memberships = ({ role }: TokenRow) => [
    { resourceType: 'project', resourceId: project.id, roleNames: [role] },
  ]
  const asRobot = (row: TokenRow) => ({
    ...{ id: row.id, tokenId: row.id, label: row.label },
    ...{ createdAt: row.created, memberships: memberships(row) },
  })
  return [
    get(tokens, () => store.tokens.all().map(listed), admin),
    post(
      tokens,
      async (exchange) => {
        const { label, roleName } = await readCurrentFields(exchange)
        const { row, value } = add(label, roleName)
        return { ...listed(row), key: value }
      },
      admin,
    ),
    { methods: ['DELETE'], path: `${tokens}/*`, handle: remove, ...admin },
    get(robots, () => ({ data: store.tokens.all().map(asRobot), nextCursor: null }), admin),
    post(
      robots,
      async (exchange) => {
        const { label, memberships: given } = await readCurrentFields(exchange)
        const [first] = Array.isArray(given) ? given : []
        const [role] = isRecord(first) && Array.isArray(first.roleNames) ? first.roleNames : []
        const { row, value } = add(label, role)
        return { ...asRobot(row), token: value }
      },
      admin,
    ),
    { methods: ['DELETE'], path: `${robots}/*`, handle: remove, ...admin },
    get(`projects/${project.id}/roles`, () => ROLES),
    get(`access/project/${project.id}/roles`, () => ({ data: ROLES, nextCursor: null })),
  ]
}

function listed({ id, label, role, created }: TokenRow) {
  const title = TOKEN_ROLES.find(({ name }) => name === role)?.title ?? role
  return { id, label, roles: [{ name: role, title }], projectUserId: id, createdAt: created }
}
