import { get, type Route } from '../http/router.ts'
import { READ, WRITE } from './permissions.ts'

/** Returns the routes about a dataset itself: ping, and the caller's permissions on its documents. */
export function datasetRoutes(projectId: string, name: string): Route[] {
  return [
    get(`data/ping/${name}`, () => ({ PONG: true }), { anonymous: 'always' }),
    // Sanity's earlier kind of scheduling. A Studio asks whether anything was ever scheduled that way.
    get(`schedules/${projectId}/${name}`, () => ({ schedules: [] })),
    // Copies are made with exports.
    get(`projects/${projectId}/datasets/${name}/backups`, () => ({ backups: [] })),
    // Content is not sent to models.
    get(`projects/${projectId}/datasets/${name}/settings/embeddings`, () => ({
      ...{ enabled: false, status: 'disabled' },
    })),
    get(`projects/${projectId}/datasets/${name}/acl`, ({ authContext }) => {
      const { writesContent, publishesContent, onlyWhere } = authContext?.may ?? {}
      const all = { filter: '_id in path("**")', permissions: publishesContent ? WRITE : READ }
      const limits = onlyWhere?.map(({ field, value }) =>
        value === undefined ? `!defined(${field})` : `${field} == ${JSON.stringify(value)}`,
      )
      const filter = `_id in path("drafts.**")${limits ? ` && (${limits.join(' || ')})` : ''}`
      const drafts = { filter, permissions: ['create', 'update'] }
      return writesContent && !publishesContent ? [all, drafts] : [all]
    }),
  ]
}
