import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import { readJson } from '../http/body.ts'
import { checkStillCurrent } from '../http/permissions.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import type { Accounts } from '../users/accounts.ts'

const MAX_IDS = 100
const MAX_KEY_LENGTH = 256
const MAX_KEYS = 1000
const BODY_LIMIT = 128 * 1024

/**
 * `users/me` and `auth/id`: who asks, 401 for anonymous, which a Studio takes as 'show the
 * login'. `users/<ids>`: who others are. `users/me/keyvalue`: what a Studio remembers of its user.
 */
export function userRoutes(accounts: Accounts): Route[] {
  const { settings } = accounts.store
  return [
    {
      methods: ['GET'],
      path: 'users/me',
      handle: ({ response, user }) => sendJson(response, 200, user),
    },
    {
      methods: ['GET'],
      path: 'auth/id',
      handle: ({ response, user }) => sendJson(response, 200, { id: user?.id }),
    },
    {
      methods: ['GET'],
      path: 'users/*',
      handle({ response, segments }) {
        const profiles = listed(segments[1]).map((id) => ({ id, displayName: accounts.nameOf(id) }))
        sendJson(response, 200, profiles.length === 1 ? profiles[0] : profiles)
      },
    },
    {
      methods: ['GET'],
      path: 'users/me/keyvalue/*',
      handle: ({ response, segments, user }) =>
        sendJson(response, 200, settings.values(user?.id ?? '', listed(segments[3]))),
    },
    {
      methods: ['PUT'],
      path: 'users/me/keyvalue',
      async handle({ request, response, user, authContext }) {
        const pairs = pairsOf(await readJson(request, BODY_LIMIT))
        checkStillCurrent(authContext)
        const id = user?.id ?? ''
        accounts.store.transaction(() => {
          for (const { key, value } of pairs) settings.set(id, key, value)
          // Once they are in: those that were there already are no more by that.
          if (settings.count(id) > MAX_KEYS) throw httpError(400, 'Too many keys')
        })
        sendJson(response, 200, pairs)
      },
    },
  ]
}

function listed(segment = ''): string[] {
  const items = segment.split(',').filter((item) => item !== '')
  if (items.length === 0 || items.length > MAX_IDS) {
    throw httpError(400, `Ask for one to ${MAX_IDS} at once`)
  }
  return items
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
