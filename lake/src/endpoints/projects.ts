import type { ApiExchange } from '../http/exchange.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'

/** What may be done with all documents, in Sanity's words: a Studio shows its forms accordingly. */
const READ = ['read', 'history']
const WRITE = [...READ, 'create', 'update', 'editHistory', 'mode']

/** `projects/<id>` and below: the one project, its one dataset, and what may be done to it. */
export function projectRoutes(projectId: string, name: string): Route[] {
  const answer = (path: string, value: (exchange: ApiExchange) => unknown): Route => ({
    methods: ['GET'],
    path: `projects/${projectId}${path}`,
    handle: (exchange) => sendJson(exchange.response, 200, value(exchange)),
  })
  return [
    answer('', () => ({
      id: projectId,
      displayName: projectId,
      organizationId: null,
      members: [],
      features: [],
      metadata: {},
    })),
    // A profile asks for datasets of a special kind, as one for comments: there are none.
    answer('/datasets', ({ url }) =>
      url.searchParams.has('datasetProfile') ? [] : [{ name, aclMode: 'public' }],
    ),
    answer(`/datasets/${name}/acl`, ({ authContext }) => [
      {
        filter: '_id in path("**")',
        permissions: authContext?.may.writesContent ? WRITE : READ,
      },
    ]),
    answer('/grants', () => ({})),
    answer('/user-applications', () => []),
  ]
}
