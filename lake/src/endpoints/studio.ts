import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'

/**
 * What a Studio asks of Sanity's cloud beside the content: features of a plan, news,
 * telemetry, deployments. Here is none of it; a Studio does without, and says nothing on
 * its console when it is told so.
 */
export const studioRoutes: Route[] = [
  answer('GET', 'features', []),
  answer('GET', 'help', { sections: [] }),
  answer('GET', 'journey/announcements', []),
  // Trials and offers of features: this server has no such offers.
  answer('GET', 'journey/*', null),
  answer('GET', 'journey/trial/*', null),
  answer('GET', 'intake/telemetry-status', { status: 'denied' }),
  answer('POST', 'intake/batch', {}),
  answer('POST', 'descriptors/claim', { synchronization: { type: 'complete' } }),
  answer('GET', 'access/requests/me', []),
  answer('GET', 'auth/providers', { providers: [] }),
]

function answer(method: 'GET' | 'POST', path: string, value: unknown): Route {
  return { methods: [method], path, handle: ({ response }) => sendJson(response, 200, value) }
}
