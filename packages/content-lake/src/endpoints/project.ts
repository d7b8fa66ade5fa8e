import type { CorsPolicy } from '../http/cors.ts'
import { type ApiExchange, get, post, type Route } from '../http/router.ts'
import { releaseLimits } from '../limits/limits.ts'
import type { Accounts } from '../users/accounts.ts'

/** Features of Sanity's plans, by the names that the Studio asks for. */
const FEATURES = ['contentReleases', 'singleDocRelease', 'privateDataset']
const COMMENTS_FEATURES = ['studioComments', 'sanityTasks']

const OPEN = { anonymous: 'always' } as const

/**
 * Returns the routes that the Studio and clients request besides content: the project, pings, and features of Sanity's
 * cloud.
 *
 * @param openReleases returns the number of releases that are neither published nor archived
 */
export function projectRoutes(
  projectId: string,
  openReleases: () => number,
  accounts: Accounts,
  hasComments: boolean,
  cors: CorsPolicy = () => undefined,
): Route[] {
  const project = `projects/${projectId}`
  const projectFor = ({ authContext }: Pick<ApiExchange, 'authContext'>) => ({
    ...{ id: projectId, displayName: projectId, organizationId: null },
    ...{ features: [], metadata: {} },
    // The people that comments and tasks can mention.
    members: (authContext?.may.writesContent ? accounts.writers() : []).map(({ id, roles }) => ({
      ...{ id, isRobot: false },
      roles: accounts
        .rolesOf({ role: roles.join(',') })
        .map(({ name: role, title }) => ({ name: role, title })),
    })),
  })
  return [
    get('ping', () => ({ PONG: true }), OPEN),
    // `@sanity/client` requests this after a failed live connection, to distinguish a rejected origin from an outage.
    get(
      'check/cors',
      ({ request, url }) => {
        const { origin = url.origin } = request.headers
        const allowed = origin === url.origin ? { allowCredentials: true } : cors(origin)
        const withCredentials = allowed?.allowCredentials === true
        return { result: { allowed: allowed !== undefined, withCredentials } }
      },
      OPEN,
    ),
    get(project, projectFor),
    get('projects', (exchange) => [projectFor(exchange)]),
    get(`${project}/grants`, () => ({})),
    get(`${project}/user-applications`, () => []),
    get(`invitations/project/${projectId}`, () => []),
    // Plan features, news, telemetry, and deployments. With empty responses the Studio logs no errors.
    get('features', () => (hasComments ? [...FEATURES, ...COMMENTS_FEATURES] : FEATURES)),
    get(`${project}/new-content-release-allowed`, () => ({
      data: {
        datasetReleaseLimit: releaseLimits.open,
        orgActiveReleaseLimit: releaseLimits.open,
        orgActiveReleaseCount: openReleases(),
        orgMeteredActiveReleaseCount: openReleases(),
      },
    })),
    // The Studio asks for the limits of the project's plan. There is no plan.
    get(`subscriptions/project/${projectId}`, () => null),
    get('help', () => ({ sections: [] })),
    get('journey/announcements', () => []),
    get('journey/*', () => null),
    get('journey/trial/*', () => null),
    get('intake/telemetry-status', () => ({ status: 'denied' })),
    post('intake/batch', () => ({})),
    post('descriptors/claim', () => ({ synchronization: { type: 'complete' } })),
    get('access/requests/me', () => []),
    get('auth/providers', () => ({ providers: [] })),
  ]
}
