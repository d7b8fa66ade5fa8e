import { get, type Route } from '../http/router.ts'
import { READ, WRITE } from './permissions.ts'

/** Returns the routes about a dataset itself: ping, and the caller's permissions on its documents. */
export function datasetRoutes(projectId: string, name: string): Route[] {
  return [
    get(`data/ping/${name}`, () => ({ PONG: true }), { anonymous: 'always' }),
    get(`projects/${projectId}/datasets/${name}/acl`, ({ authContext }) => {
      const { writesContent, publishesContent } = authContext?.may ?? {}
      const all = { filter: '_id in path("**")', permissions: publishesContent ? WRITE : READ }
      const drafts = { filter: '_id in path("drafts.**")', permissions: ['create', 'update'] }
      return writesContent && !publishesContent ? [all, drafts] : [all]
    }),
  ]
}
