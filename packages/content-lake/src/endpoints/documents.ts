import type { Dataset } from '../dataset/dataset.ts'
import { checkDocumentId, isPublic } from '../documents/ids.ts'
import { httpError } from '../errors/errors.ts'
import { JSON_TYPE, sendBytes } from '../http/respond.ts'
import { type ApiExchange, get, type Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'

const MAX_REFERENCES = 100

/**
 * Returns the routes for stored documents: `data/doc` by id (https://www.sanity.io/docs/http-reference/doc) and
 * `data/references/…/to`, which lists the documents with a strong reference to a document. The Studio asks only for
 * references from other datasets (`excludeInternalReferences`), and there are no other datasets. Anonymous clients get
 * public documents only.
 */
export function documentRoutes(dataset: Dataset, projectId: string, name: string): Route[] {
  return [
    get(`data/doc/${name}/*`, (exchange) => sendDocuments(dataset, exchange), {
      anonymous: 'public',
    }),
    get(`data/references/${name}/documents/*/to`, ({ segments, url }) => {
      const id = segments[4]
      checkDocumentId(id)
      const external = url.searchParams.get('excludeInternalReferences') === 'true'
      const referrers = external ? [] : [...dataset.referrersOf(id)].sort()
      const references = referrers
        .slice(0, MAX_REFERENCES)
        .map((documentId) => ({ projectId, datasetName: name, documentId }))
      return { totalCount: referrers.length, references }
    }),
  ]
}

/** Sends documents by id. Anonymous clients only get documents that anyone may read. */
function sendDocuments(dataset: Dataset, { segments, url, response, user }: ApiExchange): void {
  const ids = (segments[3] ?? '').split(',').filter((id) => id !== '')
  const { maxIds, responseCharacters: answerCharacters } = requestLimits
  if (ids.length > maxIds) throw httpError(400, `More than ${maxIds} ids`)
  for (const id of ids) checkDocumentId(id)
  const find = (id: string) => (user || isPublic(id) ? dataset.get(id) : undefined)
  const omitted = ids
    .filter((id) => find(id) === undefined)
    .map((id) => ({ id, reason: user || isPublic(id) ? 'existence' : 'permission' }))
  const documents: string[] = []
  let characters = 0
  for (const id of url.searchParams.get('excludeContent') === 'true' ? [] : ids) {
    const document = find(id)
    if (!document) continue
    const json = JSON.stringify(document)
    characters += json.length
    if (characters > answerCharacters)
      throw httpError(413, 'The response would be too large. Ask for fewer documents')
    documents.push(json)
  }
  const body = `{"documents":[${documents.join()}],"omitted":${JSON.stringify(omitted)}}`
  sendBytes(response, 200, JSON_TYPE, Buffer.from(body))
}
