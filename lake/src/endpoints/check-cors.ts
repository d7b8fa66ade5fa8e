import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'

/** `check/cors`: `@sanity/client` asks it after a live connection failed, to tell a refused origin from an outage. */
export const checkCorsRoute: Route = {
  methods: ['GET'],
  path: 'check/cors',
  anonymous: 'always',
  handle: ({ response }) =>
    sendJson(response, 200, { result: { allowed: true, withCredentials: true } }),
}
