import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Perspective, parsePerspective } from '../documents/perspective.ts'
import { checkValue } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import type { User } from '../users/user.ts'
import {
  type Access,
  type Anonymous,
  type AuthContext,
  checkEntry,
  checkPermission,
  type Needs,
  type Openness,
} from './access.ts'
import { sendJson } from './respond.ts'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The request's URL. Its origin is from the Host header. */
  url: URL
  /** Decoded path segments without the API version: `['assets', 'images', 'production']`. */
  segments: string[]
}

export interface ApiExchange extends Exchange {
  /** `2025-02-19`, `1` or `X`. */
  version: string
  /** Undefined for anonymous requests, like `user`. */
  authContext: AuthContext | undefined
  user: User | undefined
  /** Whether the embedding server reads its own published content. */
  isReader: boolean
}

export interface Route {
  /** `GET` also handles HEAD. */
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  /** Path segments after the API version. `*` matches any one segment. */
  path: string
  anonymous?: Anonymous
  needs?: Needs
  /** Returns the value to send as JSON, or undefined if it sends the response itself. */
  handle(exchange: ApiExchange): unknown
}

type RouteOptions = Pick<Route, 'anonymous' | 'needs'>

/** Returns a GET route. */
export function get(path: string, handle: Route['handle'], options: RouteOptions = {}): Route {
  return { methods: ['GET'], path, handle, ...options }
}

/** Returns a POST route. */
export function post(path: string, handle: Route['handle'], options: RouteOptions = {}): Route {
  return { methods: ['POST'], path, handle, ...options }
}

const VERSIONED = /^\/v(\d{4}-\d\d-\d\d|1|X)(?:\/|$)/

/** Returns the API version in a path, or undefined. */
export function versionOf(pathname: string): string | undefined {
  return VERSIONED.exec(pathname)?.[1]
}

/** Routes that can be searched by path. */
export class RouteTable {
  readonly #entries: { route: Route; path: string[] }[]

  constructor(routes: readonly Route[]) {
    this.#entries = routes.map((route) => ({ route, path: route.path.split('/') }))
  }

  /** Returns the routes of a path, one for each method. */
  matching(segments: readonly string[]): Route[] {
    return this.#entries.filter(({ path }) => matches(path, segments)).map(({ route }) => route)
  }
}

/** The routes of one path, and what anonymous clients may read of the dataset that they belong to. */
export interface MatchedRoutes {
  routes: Route[]
  openness: Openness
}

/**
 * Returns a function that answers a request by one of the routes of its path. Responds with 405 in Sanity's
 * shape if none has the request's method.
 */
export function createResponder(access: Access) {
  return async (exchange: Exchange, version: string, matched: MatchedRoutes): Promise<void> => {
    const { request, response } = exchange
    const { routes: matching, openness } = matched
    const methods = new Set<string>(matching.flatMap((route) => route.methods))
    if (methods.has('GET')) methods.add('HEAD')
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: allow }).end()
      return
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = matching.find((candidate) => candidate.methods.some((one) => one === method))
    if (!route) {
      response.setHeader('Allow', allow)
      throw httpError(405, `${request.method} is not allowed here`)
    }
    const caller = access(request)
    checkEntry(caller, route.anonymous, openness)
    const isReader = caller === 'reader'
    const authContext = isReader ? undefined : caller
    if (authContext) checkPermission(authContext, route.needs)
    const renewal = authContext?.renew?.()
    if (renewal !== undefined) response.setHeader('Set-Cookie', renewal)
    const user = authContext?.user
    const value = await route.handle({ ...exchange, version, authContext, user, isReader })
    if (value !== undefined) sendJson(response, 200, value)
  }
}

/** Returns whether a path's segments match a pattern, where `*` matches any one segment. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part === '*' || part === segments[index])
  )
}

/**
 * Returns the GROQ parameters of a query string, `$name=<JSON>`. Throws a `LakeError` 400 for a value that is not
 * JSON.
 */
export function paramsOf(searchParams: URLSearchParams): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [key, text] of searchParams) {
    if (!key.startsWith('$')) continue
    try {
      params[key.slice(1)] = JSON.parse(text)
    } catch {
      throw httpError(400, `The value of parameter ${key.slice(0, 100)} is not valid JSON`)
    }
  }
  checkValue(params)
  return params
}

/** Returns whether an API version shows only published content by default: https://www.sanity.io/docs/changelog */
export function publishedByDefault(version: string): boolean {
  return version === 'X' || version >= '2025-02-19'
}

/**
 * Returns a request's perspective, or the version's default. Anonymous requests get `published` by default. Throws a
 * `LakeError` 400 for an invalid perspective.
 */
export function perspectiveOf({ url, version, user }: ApiExchange): Perspective {
  const value = url.searchParams.get('perspective')
  if (value) return parsePerspective(value)
  return !user || publishedByDefault(version) ? 'published' : 'raw'
}
