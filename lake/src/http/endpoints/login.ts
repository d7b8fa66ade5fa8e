import { isRecord } from '../../documents/values.ts'
import { httpError, RefusedError } from '../../errors/errors.ts'
import type { Login } from '../../login/login.ts'
import type { AccountEvent } from '../../users/account-event.ts'
import { EDITOR } from '../../users/user.ts'
import { readJson } from '../body.ts'
import { isSameOrigin } from '../origin.ts'
import { sendJson } from '../respond.ts'
import type { Route } from '../router.ts'

const BODY_LIMIT = 4096

/**
 * `auth/login {password}`, `auth/logout`, and `auth/sign-in?token=…&to=/path`, the link
 * that signs in with one click. `onEnd` is called when a session has been ended.
 */
export function loginRoutes(
  login: Login,
  onEnd: () => void,
  onRefused: (limit: string) => void,
  onEvent: (event: AccountEvent) => void,
): Route[] {
  const { guard, sessions, tokens, addressOf, hostOf } = login
  return [
    {
      methods: ['POST'],
      path: 'auth/login',
      anonymous: 'always',
      async handle({ request, response }) {
        // Nobody shall be signed in by another site, not even as themselves.
        if (request.headers.origin !== undefined && !isSameOrigin(request, hostOf)) {
          throw httpError(403, 'Sign in from a page of this origin')
        }
        const body = await readJson(request, BODY_LIMIT)
        if (!isRecord(body) || typeof body.password !== 'string') {
          throw httpError(400, 'The password is missing')
        }
        try {
          guard.check(body.password, addressOf(request))
        } catch (error) {
          if (error instanceof RefusedError) onRefused('passwords')
          onEvent({ action: 'person.refused', by: undefined })
          throw error
        }
        response.setHeader('Set-Cookie', sessions.begin(request))
        onEvent({
          action: 'person.signed-in',
          by: { id: EDITOR.id, name: EDITOR.name },
          subject: EDITOR.id,
        })
        sendJson(response, 200, EDITOR)
      },
    },
    {
      methods: ['POST'],
      path: 'auth/logout',
      anonymous: 'always',
      handle({ request, response, authContext }) {
        response.setHeader('Set-Cookie', sessions.end(authContext?.session, request))
        onEnd()
        if (authContext?.session) {
          onEvent({
            action: 'person.signed-out',
            by: { id: EDITOR.id, name: EDITOR.name },
            subject: EDITOR.id,
          })
        }
        sendJson(response, 200, {})
      },
    },
    {
      methods: ['GET'],
      path: 'auth/sign-in',
      anonymous: 'always',
      handle({ request, response, url }) {
        const location = localPath(url.searchParams.get('to') ?? '/')
        // Whoever only looks whether the link is there does not use it up.
        const isGood = request.method === 'GET' && tokens.use(url.searchParams.get('token') ?? '')
        if (isGood) response.setHeader('Set-Cookie', sessions.begin(request))
        // A link that was used already still leads to the page, which asks for the password.
        response.writeHead(303, {
          Location: location,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
        })
        response.end()
      },
    },
  ]
}

/** The path as this origin has it; throws a `LakeError` 400 for one that leads elsewhere. */
function localPath(path: string): string {
  const origin = 'http://here.invalid'
  const url = path.startsWith('/') && URL.canParse(path, origin) ? new URL(path, origin) : undefined
  if (url?.origin !== origin || url.pathname.startsWith('//')) {
    throw httpError(400, 'The path must be one of this site')
  }
  return url.pathname + url.search + url.hash
}
