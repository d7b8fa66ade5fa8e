/** What an endpoint answers: 401, 403, or anything else (`in`). */
type Answer = 401 | 403 | 'in'

/** What an endpoint answers to whom. Pages of other origins get 403 with any session. */
export interface Row {
  /** Whoever has no session that counts. */
  stranger: Answer
  /** The server that reads its own content, and each stranger where content is public. */
  reader: Answer
  viewer: Answer
  editor: Answer
  administrator: Answer
  /** Whoever bears the token. */
  token: Answer
  /** A stranger's request from a page of another origin, unless it is answered like others of theirs. */
  foreign?: Answer
}

const OPEN: Row = {
  ...{ stranger: 'in', reader: 'in', token: 'in' },
  ...{ viewer: 'in', editor: 'in', administrator: 'in' },
}
const SIGN_IN: Row = { ...OPEN, foreign: 403 }
const PUBLIC: Row = { ...OPEN, stranger: 401 }
const STAFF: Row = { ...PUBLIC, reader: 401 }
const WRITERS: Row = { ...STAFF, viewer: 403 }
const MANAGERS: Row = { ...WRITERS, editor: 403 }
const PEOPLE: Row = { ...STAFF, token: 403 }

/** Every endpoint of a lake called as in names.ts; one that is not here fails `roles.test.ts`. */
export const ENDPOINTS: Record<string, Row> = {
  'GET data/query/production': PUBLIC,
  'POST data/query/production': PUBLIC,
  'GET data/doc/production/*': STAFF,
  'POST data/mutate/production': WRITERS,
  'POST data/actions/production': WRITERS,
  'GET data/history/production/documents/*': STAFF,
  'GET data/history/production/transactions/*': STAFF,
  'GET data/references/production/documents/*/to': STAFF,
  'GET data/listen/production': STAFF,
  'GET data/live/events/production': PUBLIC,
  'POST assets/images/production': WRITERS,
  'POST assets/files/production': WRITERS,
  'GET ping': OPEN,
  'GET data/ping/production': OPEN,
  'GET users/me': STAFF,
  'GET auth/id': STAFF,
  'GET users/*': STAFF,
  'GET users/me/keyvalue/*': STAFF,
  'PUT users/me/keyvalue': STAFF,
  'GET projects/testing': STAFF,
  'GET projects/testing/datasets': STAFF,
  'GET projects/testing/datasets/production/acl': STAFF,
  'GET projects/testing/grants': STAFF,
  'GET projects/testing/user-applications': STAFF,
  'GET features': STAFF,
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
  'POST people/*/role': MANAGERS,
  'POST people/*/reset': MANAGERS,
  'POST people/*/remove': MANAGERS,
  'GET check/cors': OPEN,
}

/** Headers of those who ask, by what they are called. */
export type Callers = Record<string, Record<string, string>>

/**
 * What an endpoint answers to each of them, asked with a body that it can't use. Throws when there is no
 * such endpoint, when it fails, or when a limit answers in its place.
 */
export async function answersOf(origin: string, endpoint: string, callers: Callers) {
  const answers: Record<string, Answer> = {}
  for (const [caller, headers] of Object.entries(callers)) {
    answers[caller] = await answerOf(origin, endpoint, headers)
  }
  return answers
}

async function answerOf(origin: string, endpoint: string, headers: Record<string, string>) {
  const [method = '', path = ''] = endpoint.split(' ')
  const gone = new AbortController()
  const response = await fetch(`${origin}/v2025-02-19/${path.replaceAll('*', 'a')}?query=*`, {
    method,
    headers,
    signal: gone.signal,
    ...(method !== 'GET' && { body: '{}' }),
  })
  const { status } = response
  const isMissing = status === 404 && (await response.text()).includes('No such endpoint')
  gone.abort()
  if (isMissing || status === 429 || status >= 500) throw new Error(`${endpoint}: ${status}`)
  return status === 401 || status === 403 ? status : 'in'
}

/** The same callers as pages of another origin have their browsers ask. */
export function fromElsewhere(callers: Callers): Callers {
  const origin = 'https://evil.example'
  return Object.fromEntries(
    Object.entries(callers).map(([caller, headers]) => [caller, { ...headers, origin }]),
  )
}

/** The same answer to each of them. */
export function toEach(callers: Callers, answer: Answer): Record<string, Answer> {
  return Object.fromEntries(Object.keys(callers).map((caller) => [caller, answer]))
}
