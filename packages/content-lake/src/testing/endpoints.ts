/** An endpoint's response: 401, 403, or anything else (`in`). */
type EndpointResponse = 401 | 403 | 'in'

/** An endpoint's response to each kind of client. Pages of other origins get 403 with any session. */
export interface Row {
  /** A client without a valid session. */
  stranger: EndpointResponse
  /** The embedding server that reads its own content. If content is public, also a client without a valid session. */
  reader: EndpointResponse
  viewer: EndpointResponse
  author: EndpointResponse
  editor: EndpointResponse
  administrator: EndpointResponse
  /** A client with the token. */
  token: EndpointResponse
  /** A client without a valid session, on a page of another origin, if that makes a difference. */
  foreign?: EndpointResponse
}

const OPEN: Row = {
  ...{ stranger: 'in', reader: 'in', token: 'in' },
  ...{ viewer: 'in', author: 'in', editor: 'in', administrator: 'in' },
}
const SIGN_IN: Row = { ...OPEN, foreign: 403 }
const PUBLIC: Row = { ...OPEN, stranger: 401 }
const STAFF: Row = { ...PUBLIC, reader: 401 }
const WRITERS: Row = { ...STAFF, viewer: 403 }
const PUBLISHERS: Row = { ...WRITERS, author: 403 }
const MANAGERS: Row = { ...WRITERS, author: 403, editor: 403 }
const PEOPLE: Row = { ...STAFF, token: 403 }

/**
 * The endpoints of a lake with the names from names.ts. `roles.test.ts` fails for an endpoint that is missing here.
 */
export const ENDPOINTS: Record<string, Row> = {
  'GET data/query/production': PUBLIC,
  'POST data/query/production': PUBLIC,
  'GET data/doc/production/*': STAFF,
  'POST data/mutate/production': WRITERS,
  'POST data/actions/production': WRITERS,
  'GET data/history/production/documents/*': STAFF,
  'GET data/history/production/transactions/*': STAFF,
  'GET data/history/production/events/documents/*': STAFF,
  'GET schedules/testing/production': STAFF,
  'GET projects/testing/datasets/production/settings/embeddings': STAFF,
  'GET projects/testing/datasets/production/backups': STAFF,
  'GET projects/testing/datasets/production/schemas': PUBLISHERS,
  'PUT projects/testing/datasets/production/schemas': PUBLISHERS,
  'GET projects/testing/datasets/production/schemas/*': PUBLISHERS,
  'DELETE projects/testing/datasets/production/schemas/*': PUBLISHERS,
  'GET data/references/production/documents/*/to': STAFF,
  'GET data/listen/production': STAFF,
  'GET data/live/events/production': PUBLIC,
  'GET data/export/production': STAFF,
  'POST assets/images/production': WRITERS,
  'POST assets/files/production': WRITERS,
  'GET data/query/production-comments': WRITERS,
  'POST data/query/production-comments': WRITERS,
  'GET data/doc/production-comments/*': WRITERS,
  'POST data/mutate/production-comments': WRITERS,
  'POST data/actions/production-comments': WRITERS,
  'GET data/history/production-comments/documents/*': WRITERS,
  'GET data/history/production-comments/transactions/*': WRITERS,
  'GET data/history/production-comments/events/documents/*': WRITERS,
  'GET data/references/production-comments/documents/*/to': WRITERS,
  'GET data/listen/production-comments': WRITERS,
  'GET data/ping/production-comments': WRITERS,
  'GET projects/testing/datasets/production-comments/acl': WRITERS,
  'POST comments/production/setup': WRITERS,
  'GET bin/production': STAFF,
  'POST bin/production/*/restore': WRITERS,
  'GET ping': OPEN,
  'GET data/ping/production': OPEN,
  'GET users/me': STAFF,
  'GET auth/id': STAFF,
  'GET users/*': STAFF,
  'GET users/me/keyvalue/*': STAFF,
  'PUT users/me/keyvalue': STAFF,
  'GET projects': STAFF,
  'GET projects/testing': STAFF,
  'GET projects/testing/datasets': STAFF,
  'GET projects/testing/datasets/production/acl': STAFF,
  'GET projects/testing/grants': STAFF,
  'GET projects/testing/user-applications': STAFF,
  'GET invitations/project/testing': STAFF,
  'GET features': STAFF,
  'GET projects/testing/new-content-release-allowed': STAFF,
  'GET subscriptions/project/testing': STAFF,
  'GET help': STAFF,
  'GET journey/announcements': STAFF,
  'GET journey/*': STAFF,
  'GET journey/trial/*': STAFF,
  'GET intake/telemetry-status': STAFF,
  'POST intake/batch': STAFF,
  'POST descriptors/claim': STAFF,
  'GET access/requests/me': STAFF,
  'GET auth/providers': STAFF,
  'GET auth/setup': OPEN,
  'POST auth/setup': SIGN_IN,
  'POST auth/invitation': SIGN_IN,
  'POST auth/invitation/accept': SIGN_IN,
  'POST auth/reset': SIGN_IN,
  'POST auth/reset/accept': SIGN_IN,
  'POST auth/login': SIGN_IN,
  'POST auth/reauthenticate': PEOPLE,
  'POST auth/logout': OPEN,
  'GET account/sessions': PEOPLE,
  'POST account/sessions/*/end': PEOPLE,
  'POST account/sessions/end-others': PEOPLE,
  'POST account/name': PEOPLE,
  'POST account/password': PEOPLE,
  'GET people': MANAGERS,
  'POST people/invitations': MANAGERS,
  'POST people/invitations/*/revoke': MANAGERS,
  'POST people/*/roles': MANAGERS,
  'POST people/*/reset': MANAGERS,
  'POST people/*/remove': MANAGERS,
  'GET check/cors': OPEN,
}

/** Headers of clients, by client name. */
export type Callers = Record<string, Record<string, string>>

/**
 * Returns an endpoint's response to each client, for a request with a body that the endpoint cannot use. Throws if
 * the endpoint does not exist, fails, or responds with 429.
 */
export async function responsesOf(origin: string, endpoint: string, callers: Callers) {
  const answers: Record<string, EndpointResponse> = {}
  for (const [caller, headers] of Object.entries(callers)) {
    answers[caller] = await responseOf(origin, endpoint, headers)
  }
  return answers
}

async function responseOf(origin: string, endpoint: string, headers: Record<string, string>) {
  const [method = '', path = ''] = endpoint.split(' ')
  const controller = new AbortController()
  const response = await fetch(`${origin}/v2025-02-19/${path.replaceAll('*', 'a')}?query=*`, {
    method,
    headers,
    signal: controller.signal,
    ...(method !== 'GET' && { body: '{}' }),
  })
  const { status } = response
  const isMissing = status === 404 && (await response.text()).includes('not the lake')
  controller.abort()
  if (isMissing || status === 429 || status >= 500) throw new Error(`${endpoint}: ${status}`)
  return status === 401 || status === 403 ? status : 'in'
}

/** Returns the same clients as on a page of another origin. */
export function fromOtherOrigin(callers: Callers): Callers {
  const origin = 'https://evil.example'
  return Object.fromEntries(
    Object.entries(callers).map(([caller, headers]) => [caller, { ...headers, origin }]),
  )
}

/** Returns the same response for each client. */
export function sameForAll(
  callers: Callers,
  answer: EndpointResponse,
): Record<string, EndpointResponse> {
  return Object.fromEntries(Object.keys(callers).map((caller) => [caller, answer]))
}
