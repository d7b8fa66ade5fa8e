import { LakeError } from '../errors/errors.ts'
import { type Access, unauthorized } from './access.ts'
import type { ApiExchange, Exchange } from './exchange.ts'
import { checkPermission, type Needs } from './permissions.ts'

/** One endpoint: what it answers to, for whom, and how. */
export interface Route {
  /** `GET` answers HEAD too. */
  methods: readonly ('GET' | 'POST' | 'PUT')[]
  /** Path segments after the API version; `*` stands for any one. */
  path: string
  /**
   * May those come in who are not authenticated? `always`, or where content is `public`; the reader may in
   * both cases. The handler decides what they see.
   */
  anonymous?: 'always' | 'public'
  /** What those must be allowed who are authenticated; absent where everybody of them may. */
  needs?: Needs
  handle(exchange: ApiExchange): void | Promise<void>
}

const VERSIONED = /^\/v(\d{4}-\d\d-\d\d|1|X)(?:\/|$)/

/** The API version in a path, if it has one. */
export function versionOf(pathname: string): string | undefined {
  return VERSIONED.exec(pathname)?.[1]
}

/** Answers requests to the versioned API: by the table's routes, else 404 or 405 in Sanity's shape. */
export function createRouter(
  routes: readonly Route[],
  access: Access,
  publicContent: boolean,
): (exchange: Exchange, version: string) => Promise<void> {
  const table = routes.map((route) => ({ route, path: route.path.split('/') }))
  return async (exchange, version) => {
    const { request, response, segments } = exchange
    const matching = table.filter(({ path }) => matches(path, segments)).map(({ route }) => route)
    if (matching.length === 0) {
      throw new LakeError(
        404,
        'httpError',
        `No such endpoint: /${segments.join('/')}`.slice(0, 300),
      )
    }
    const methods = allowed(matching)
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: methods.join(', ') }).end()
      return
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = matching.find((candidate) => candidate.methods.some((one) => one === method))
    if (!route) {
      response.setHeader('Allow', methods.join(', '))
      throw new LakeError(405, 'httpError', `${request.method} is not allowed here`)
    }
    const caller = access(request)
    const isReader = caller === 'reader'
    const authContext = isReader ? undefined : caller
    const mayEnter =
      authContext !== undefined ||
      route.anonymous === 'always' ||
      (route.anonymous === 'public' && (isReader || publicContent))
    if (!mayEnter) throw unauthorized()
    if (authContext) checkPermission(authContext, route.needs)
    const renewal = authContext?.renew?.()
    if (renewal !== undefined) response.setHeader('Set-Cookie', renewal)
    await route.handle({ ...exchange, version, authContext, user: authContext?.user, isReader })
  }
}

/** Returns whether a path's segments are those of a pattern, where `*` stands for any one. */
export function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part === '*' || part === segments[index])
  )
}

function allowed(routes: Route[]): string[] {
  const methods = new Set<string>(routes.flatMap((route) => route.methods))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods, 'OPTIONS']
}
