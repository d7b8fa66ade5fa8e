import { createHash } from 'node:crypto'
import { networkOf } from 'halvi-kit/network'
import { type Actor, permissionsOf } from 'halvi-leads/permissions'
import { apiVersion } from 'halvi-site/content/content'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod'
import { roles } from '../../accounts/roles.ts'
import { hostedStaffLimits } from '../../limits.ts'
import type { Member, Staff } from '../member.ts'
import { ProblemError } from '../problem.ts'

/** The user of a token, as returned by Sanity. */
const user = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  email: z.string().nullish(),
  provider: z.string().nullish(),
  roles: z.array(z.object({ name: z.string() })).nullish(),
})

const project = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      isRobot: z.boolean().nullish(),
      roles: z.array(z.object({ name: z.string() })).nullish(),
    }),
  ),
})

const profile = z.object({ id: z.string(), displayName: z.string().nullish() })
const profiles = z.union([z.array(profile), profile.transform((one) => [one])])

/**
 * Returns the staff of a project hosted by Sanity, identified by their Sanity tokens, with their roles in the
 * project.
 */
export function hostedStaff(
  projectId: string,
  ask: typeof fetch = fetch,
  readToken?: string | undefined,
): Staff {
  const unknownTokens = new RateLimiterMemory({
    points: hostedStaffLimits.unknownTokensPerMinute,
    duration: 60,
  })
  const members = cached<Member | undefined>(hostedStaffLimits.maxTokens)
  const colleagues = cached<(Actor & { mayRead: boolean })[]>(1)
  /** Names of all users seen since the start, by id. */
  const names = new Map<string, string>()
  /** Roles of the project's members by id, as last read. Undefined until they are read. */
  let memberRoles: Map<string, string[]> | undefined
  let lastToken: string | undefined

  async function get<Shape extends z.ZodType>(path: string, token: string, shape: Shape) {
    const response = await ask(`https://${projectId}.api.sanity.io/v${apiVersion}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(hostedStaffLimits.timeoutMs),
    }).catch(() => undefined)
    if (response?.status === 401 || response?.status === 403) {
      await response.body?.cancel()
      return undefined
    }
    const body: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined
    const parsed = shape.safeParse(body)
    if (parsed.success) return parsed.data
    const message =
      'Your account could not be checked because Sanity is unavailable. Please try again'
    throw new ProblemError(503, message)
  }

  async function identify(token: string, network: string): Promise<Member | undefined> {
    await unknownTokens.consume(network).catch(() => {
      throw new ProblemError(429, 'Too many unknown tokens. Please try again in a minute')
    })
    const known = await get('/users/me', token, user)
    if (known) await unknownTokens.reward(network)
    // Tokens of programs are rejected: audit entries must name a person.
    if (!known || known.provider === 'sanity-token') return undefined
    const name = known.name || known.email || known.id
    names.set(known.id, name)
    const own = namesOf(known.roles)
    // The user may have joined after the members were read.
    if (own.length > 0) memberRoles?.set(known.id, own)
    const { id, email } = known
    return {
      id,
      name,
      email: email ?? '',
      roles: own,
      permissions: permissionsOf(own),
      isRecent: true,
    }
  }

  async function findColleagues(token: string) {
    const members = (await get(`/projects/${projectId}`, token, project))?.members ?? []
    const people = members.filter(({ isRobot }) => !isRobot)
    if (people.length === 0) return []
    memberRoles = new Map(people.map((person) => [person.id, namesOf(person.roles)]))
    const ids = people.map(({ id }) => encodeURIComponent(id)).join(',')
    for (const { id, displayName } of (await get(`/users/${ids}`, token, profiles)) ?? []) {
      if (displayName) names.set(id, displayName)
    }
    return people.map(({ id }) => ({
      id,
      name: names.get(id) ?? id,
      mayRead: permissionsOf(memberRoles?.get(id) ?? []).includes('leads:read'),
    }))
  }

  return {
    byCookie: false,
    async memberOf(request) {
      const [, token] =
        /^Bearer +([\w.~+/=-]{1,500})$/i.exec(request.get('authorization') ?? '') ?? []
      if (token === undefined) return undefined
      const member = await members(digest(token), () =>
        identify(token, networkOf(request.ip ?? '')),
      )
      if (member?.permissions.includes('leads:read')) {
        lastToken = token
        // Reads the names of owners. If that fails, their ids are shown instead.
        await colleagues('', () => findColleagues(token)).catch(() => {})
      }
      return member
    },
    nameOf: (id) => names.get(id),
    async may(id, permission) {
      const token = lastToken ?? readToken
      if (token) await colleagues('', () => findColleagues(token)).catch(() => {})
      // If no token may read the members, a link stays valid until it expires or is revoked.
      return !memberRoles || permissionsOf(memberRoles.get(id) ?? []).includes(permission)
    },
    async people() {
      const token = lastToken
      const known = token ? await colleagues('', () => findColleagues(token)) : []
      return known
        .filter(({ mayRead }) => mayRead)
        .map(({ id, name }) => ({ id, name }))
        .sort((one, other) => one.name.localeCompare(other.name))
    },
  }
}

/** Returns the names of this site's roles. Ignores custom roles. Sanity's contributors are this site's authors. */
function namesOf(given: readonly { name: string }[] | null | undefined): string[] {
  const names = (given ?? []).map(({ name }) => (name === 'contributor' ? 'author' : name))
  return names.filter((name) => roles.some((known) => known.name === name))
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns a cache of results. Concurrent calls for the same key share one request. */
function cached<Value>(max: number) {
  const { ttlMs, failureTtlMs } = hostedStaffLimits
  const results = new LRUCache<string, Promise<Value>>({ max, perf: performance })
  return (key: string, find: () => Promise<Value>): Promise<Value> => {
    const known = results.get(key)
    if (known) return known
    const result = find()
    const keep = (ttl: number) => {
      if (results.peek(key) === result) results.set(key, result, { ttl })
    }
    results.set(key, result)
    result.then(
      (found) => keep(found === undefined ? failureTtlMs : ttlMs),
      () => keep(failureTtlMs),
    )
    return result
  }
}
