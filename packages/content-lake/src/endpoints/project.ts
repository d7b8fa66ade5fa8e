import { commentsName } from '../dataset/comments.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { get, post, type Route } from '../http/router.ts'
import { releaseLimits } from '../limits/limits.ts'
import type { Accounts } from '../users/accounts.ts'

/**
 * Permissions on documents, by Sanity's names. Without the write permissions, the Studio shows its forms read-only and
 * disables its buttons.
 */
const READ = ['read', 'history']
export const WRITE = [...READ, 'create', 'update', 'editHistory', 'mode']

/** Features of Sanity's plans, by the names that the Studio asks for. */
const FEATURES = ['contentReleases', 'singleDocRelease']
const COMMENTS_FEATURES = ['studioComments', 'sanityTasks']

/**
 * Returns the routes that the Studio and clients request besides content: the project and its dataset, pings, and
 * features of Sanity's cloud.
 */
export function projectRoutes(
  projectId: string,
  name: string,
  { releases }: Pick<Dataset, 'releases'>,
  accounts: Accounts,
  hasComments: boolean,
): Route[] {
  const project = `projects/${projectId}`
  return [
    get('ping', () => ({ PONG: true }), { anonymous: 'always' }),
    get(`data/ping/${name}`, () => ({ PONG: true }), { anonymous: 'always' }),
    // `@sanity/client` requests this after a failed live connection, to distinguish a rejected origin from an outage.
    get('check/cors', () => ({ result: { allowed: true, withCredentials: true } }), {
      anonymous: 'always',
    }),
    get(project, ({ authContext }) => ({
      ...{ id: projectId, displayName: projectId, organizationId: null },
      ...{ features: [], metadata: {} },
      // The people that comments and tasks can mention.
      members: (authContext?.may.writesContent ? accounts.writers() : []).map(({ id, roles }) => ({
        ...{ id, isRobot: false },
        roles: accounts
          .rolesOf({ role: roles.join(',') })
          .map(({ name: role, title }) => ({ name: role, title })),
      })),
    })),
    get(`${project}/datasets`, ({ url, authContext }) => {
      const profile = url.searchParams.get('datasetProfile')
      if (profile === null) return [{ name, aclMode: 'public' }]
      const isShown = hasComments && profile === 'comments' && authContext?.may.writesContent
      const isOurs = url.searchParams.get('addonFor') === name
      return isShown && isOurs ? [{ name: commentsName(name), datasetProfile: profile }] : []
    }),
    get(`${project}/datasets/${name}/acl`, ({ authContext }) => {
      const { writesContent, publishesContent } = authContext?.may ?? {}
      const all = { filter: '_id in path("**")', permissions: publishesContent ? WRITE : READ }
      const drafts = { filter: '_id in path("drafts.**")', permissions: ['create', 'update'] }
      return writesContent && !publishesContent ? [all, drafts] : [all]
    }),
    get(`${project}/grants`, () => ({})),
    get(`${project}/user-applications`, () => []),
    // Plan features, news, telemetry, and deployments. With empty responses the Studio logs no errors.
    get('features', () => (hasComments ? [...FEATURES, ...COMMENTS_FEATURES] : FEATURES)),
    get(`${project}/new-content-release-allowed`, () => ({
      data: {
        datasetReleaseLimit: releaseLimits.open,
        orgActiveReleaseLimit: releaseLimits.open,
        orgActiveReleaseCount: releases.counts.open,
        orgMeteredActiveReleaseCount: releases.counts.open,
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
