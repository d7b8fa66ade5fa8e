import { isDecodable } from 'halvi-kit/percent-encoding'
import { versionOf } from './router.ts'

/** Operations on a dataset that newer clients address by its resource, `/projects/<id>/datasets/<name>/<operation>`. */
const OPERATIONS = new Set(['query', 'doc', 'mutate', 'actions', 'listen', 'history', 'export'])

/** A path of the versioned API: its version, and its decoded segments after the version. */
export interface ApiPath {
  version: string
  segments: string[]
}

/**
 * Parses a path of the versioned API. Paths that address a dataset by its resource are returned in the form
 * `data/<operation>/<dataset>`. Returns undefined for other paths. A segment that cannot be decoded stays as it is.
 */
export function parseApiPath(pathname: string, projectId: string): ApiPath | undefined {
  // Sanity's CLI sends some paths with two slashes.
  const path = pathname.replace(/^\/+/, '/')
  const version = versionOf(path)
  if (version === undefined) return undefined
  return { version, segments: canonical(decodePath(path.slice(version.length + 2)), projectId) }
}

/** Returns the decoded segments of a path. */
export function decodePath(pathname: string): string[] {
  return pathname
    .split('/')
    .filter(Boolean)
    .map((segment) => (isDecodable(segment) ? decodeURIComponent(segment) : segment))
}

function canonical(segments: string[], projectId: string): string[] {
  const [projects, project, datasets, name = '', operation = '', ...rest] = segments
  if (projects !== 'projects' || project !== projectId || datasets !== 'datasets') return segments
  if (OPERATIONS.has(operation)) return ['data', operation, name, ...rest]
  if (operation === 'live' && rest[0] === 'events') return ['data', 'live', 'events', name]
  if (operation === 'assets' && rest.length === 1) return ['assets', ...rest, name]
  return segments
}
