import type { Dataset } from '../../dataset/dataset.ts'
import { checkDocumentId } from '../../dataset/ids.ts'
import { httpError } from '../../errors.ts'
import { sendJson } from '../respond.ts'
import type { Route } from '../router.ts'

const MAX_IDS = 1000

/** `data/doc`: stored documents by id. https://www.sanity.io/docs/http-reference/doc */
export function docRoute(dataset: Dataset, name: string): Route {
  return {
    methods: ['GET'],
    path: `data/doc/${name}/*`,
    handle({ segments, url, response }) {
      const ids = (segments[3] ?? '').split(',').filter((id) => id !== '')
      if (ids.length > MAX_IDS) throw httpError(400, `More than ${MAX_IDS} ids`)
      for (const id of ids) checkDocumentId(id)
      const documents = ids.map((id) => dataset.get(id)).filter((found) => found !== undefined)
      const omitted = ids
        .filter((id) => dataset.get(id) === undefined)
        .map((id) => ({ id, reason: 'existence' }))
      const withContent = url.searchParams.get('excludeContent') !== 'true'
      sendJson(response, 200, { documents: withContent ? documents : [], omitted })
    },
  }
}
