import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import { readCurrentJson } from '../http/body.ts'
import { get, type Route } from '../http/router.ts'
import type { Accounts } from '../users/accounts.ts'

/** A Studio requests up to 400 names at once. */
const MAX_IDS = 400
const MAX_KEY_LENGTH = 256
const MAX_KEYS = 1000
const BODY_BYTES = 128 * 1024

/**
 * Returns the routes for users: `users/me` and `auth/id` (with 401, the Studio shows its login), names of other
 * users, and Studio settings.
 */
export function userRoutes(accounts: Accounts): Route[] {
  const { settings } = accounts.store
  return [
    get('users/me', ({ user }) => user),
    get('auth/id', ({ user }) => ({ id: user?.id })),
    get('users/*', ({ segments }) => {
      const profiles = listed(segments[1]).map((id) => ({ id, displayName: accounts.nameOf(id) }))
      return profiles.length === 1 ? profiles[0] : profiles
    }),
    get('users/me/keyvalue/*', ({ segments, user }) =>
      settings.values(user?.id ?? '', listed(segments[3])),
    ),
    {
      methods: ['PUT'],
      path: 'users/me/keyvalue',
      async handle(exchange) {
        const pairs = pairsOf(await readCurrentJson(exchange, BODY_BYTES))
        const id = exchange.user?.id ?? ''
        accounts.store.transaction(() => {
          for (const { key, value } of pairs) settings.set(id, key, value)
          // Count after writing, because replaced keys do not add to the count.
          if (settings.count(id) > MAX_KEYS) throw httpError(400, 'Too many keys')
        })
        return pairs
      },
    },
  ]
}

function listed(segment = ''): string[] {
  const items = segment.split(',').filter((item) => item !== '')
  if (items.length > 0 && items.length <= MAX_IDS) return items
  throw httpError(400, `Request between 1 and ${MAX_IDS} ids or keys`)
}

function pairsOf(body: unknown): { key: string; value: unknown }[] {
  if (!Array.isArray(body)) throw httpError(400, 'The body must be a list of keys and values')
  return body.map((pair: unknown) => {
    if (!isRecord(pair) || typeof pair.key !== 'string' || pair.key.length > MAX_KEY_LENGTH) {
      throw httpError(400, 'A key must be a string of at most 256 characters')
    }
    return { key: pair.key, value: pair.value ?? null }
  })
}
