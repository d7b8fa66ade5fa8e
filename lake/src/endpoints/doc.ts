import type { Dataset } from '../dataset/dataset.ts'
import { checkDocumentId } from '../documents/ids.ts'
import { httpError } from '../errors/errors.ts'
import { JSON_TYPE, sendText } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'

/** `data/doc`: stored documents by id. https://www.sanity.io/docs/http-reference/doc */
export function docRoute(dataset: Dataset, name: string): Route {
  return {
    methods: ['GET'],
    path: `data/doc/${name}/*`,
    handle({ segments, url, response }) {
      const ids = (segments[3] ?? '').split(',').filter((id) => id !== '')
      const { documents: most, answerCharacters } = requestLimits
      if (ids.length > most) throw httpError(400, `More than ${most} ids`)
      for (const id of ids) checkDocumentId(id)
      const omitted = ids
        .filter((id) => dataset.get(id) === undefined)
        .map((id) => ({ id, reason: 'existence' }))
      const withContent = url.searchParams.get('excludeContent') !== 'true'
      const documents: string[] = []
      let characters = 0
      for (const document of withContent ? ids.map((id) => dataset.get(id)) : []) {
        if (!document) continue
        const json = JSON.stringify(document)
        characters += json.length
        if (characters > answerCharacters) throw httpError(413, 'Ask for fewer documents at once')
        documents.push(json)
      }
      const body = `{"documents":[${documents.join()}],"omitted":${JSON.stringify(omitted)}}`
      sendText(response, 200, JSON_TYPE, body)
    },
  }
}
