import { sendJson } from '../respond.ts'
import type { Route } from '../router.ts'

/** Everyone who is authenticated may do everything: `permissions` of all documents. */
const GRANTS = [
  {
    filter: '_id in path("**")',
    permissions: ['read', 'create', 'update', 'history', 'editHistory', 'mode'],
  },
]

/** `projects/<id>` and below: the one project, its one dataset, and what may be done to it. */
export function projectRoutes(projectId: string, name: string): Route[] {
  const answer = (path: string, value: (query: URLSearchParams) => unknown): Route => ({
    methods: ['GET'],
    path: `projects/${projectId}${path}`,
    handle: ({ response, url }) => sendJson(response, 200, value(url.searchParams)),
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
    answer('/datasets', (query) =>
      query.has('datasetProfile') ? [] : [{ name, aclMode: 'public' }],
    ),
    answer(`/datasets/${name}/acl`, () => GRANTS),
    answer('/grants', () => ({})),
    answer('/user-applications', () => []),
  ]
}
