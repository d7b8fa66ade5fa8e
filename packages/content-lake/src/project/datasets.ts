import { httpError, LakeError } from '../errors/errors.ts'
import type { ServedDataset } from './served-dataset.ts'

/** The datasets of a project, as the handler finds them for each request. */
export interface Datasets {
  /** Returns the dataset with this name, or with this alias (`~name`). */
  find(name: string): ServedDataset | undefined
  all(): Iterable<ServedDataset>
}

/** Returns the fixed datasets of a lake that is embedded in another server. */
export function fixedDatasets(datasets: readonly ServedDataset[]): Datasets {
  const byName = new Map(datasets.map((one) => [one.name, one]))
  return { find: (name) => byName.get(name), all: () => byName.values() }
}

/** Returns a `LakeError` 404 in Sanity's shape. */
export function datasetNotFound(name: string, projectId: string): LakeError {
  const message = `Dataset "${name.slice(0, 100)}" not found for project ID "${projectId}"`
  return new LakeError(404, 'httpError', message, { error: 'Dataset not found' })
}

/** Returns a `LakeError` 404 for a project that is not the lake's. */
export function projectNotFound(id: string): LakeError {
  const message = `Project "${id.slice(0, 100)}" not found`
  return new LakeError(404, 'httpError', message, { error: 'Project not found' })
}

/** Returns the project that a host name such as `abc.api.sanity.io` or `abc.localhost:3333` names, if any. */
export function projectOfHost(host: string): string | undefined {
  return /^([a-z0-9-]+)\.(?:api(?:cdn)?\.|localhost(?::|$))/i.exec(host)?.[1]?.toLowerCase()
}

/** Returns a `LakeError` 409 in Sanity's shape. */
export function datasetExists(name: string): LakeError {
  return httpError(409, `Dataset "${name}" already exists`)
}

/** The index of the segment that names the dataset, by the first segment. */
const NAMED_AT = new Map(
  Object.entries({ data: 2, assets: 2, schedules: 2, bin: 1, comments: 1, socket: 1 }),
)

/** Returns the index of the segment that names the dataset, in a path without the API version. */
export function datasetSegment([first = '', second, third]: readonly string[]) {
  if (first === 'projects') return third === 'datasets' ? 3 : undefined
  return first === 'data' && second === 'live' && third === 'events' ? 3 : NAMED_AT.get(first)
}
