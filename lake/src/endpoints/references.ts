import type { Dataset } from '../dataset/dataset.ts'
import { checkDocumentId } from '../documents/ids.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'

const MAX_LISTED = 100

/**
 * `data/references/…/to`: who refers to a document strongly. A Studio asks only for
 * references from other datasets, `excludeInternalReferences`: there is no other.
 */
export function referencesRoute(dataset: Dataset, projectId: string, name: string): Route {
  return {
    methods: ['GET'],
    path: `data/references/${name}/documents/*/to`,
    handle({ response, segments, url }) {
      const id = segments[4]
      checkDocumentId(id)
      const external = url.searchParams.get('excludeInternalReferences') === 'true'
      const referrers = external ? [] : [...dataset.referrersOf(id)].sort()
      const references = referrers
        .slice(0, MAX_LISTED)
        .map((documentId) => ({ projectId, datasetName: name, documentId }))
      sendJson(response, 200, { totalCount: referrers.length, references })
    },
  }
}
