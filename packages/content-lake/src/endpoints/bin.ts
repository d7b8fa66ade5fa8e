import type { Dataset } from '../dataset/dataset.ts'
import { isSystemType, restoreDeleted } from '../dataset/restore-deleted.ts'
import type { SanityDocument } from '../documents/document.ts'
import { checkDocumentId } from '../documents/ids.ts'
import { httpError } from '../errors/errors.ts'
import { checkStillCurrent } from '../http/access.ts'
import { type ApiExchange, get, post, type Route } from '../http/router.ts'
import type { Accounts } from '../users/accounts.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 100
const MAX_TYPES = 200

/**
 * Returns the routes for deleted documents, which Sanity's API doesn't have. Lists the newest first, a page at a time:
 * `next` of a page is `before` of the following one.
 */
export function binRoutes(dataset: Dataset, name: string, accounts: Accounts): Route[] {
  const { past } = dataset
  const described = (author: string, document: SanityDocument | undefined) => ({
    author: { id: author, name: accounts.nameOf(author) },
    document: outlineOf(document),
  })
  return [
    get(`bin/${name}`, ({ url }) => {
      const types = (url.searchParams.get('types') ?? '').split(',').filter(Boolean)
      if (types.length > MAX_TYPES) throw httpError(400, `More than ${MAX_TYPES} types`)
      const [, seq, documentId = ''] =
        /^(\d+):(.*)$/.exec(url.searchParams.get('before') ?? '') ?? []
      const before = seq === undefined ? undefined : { seq: Number(seq), documentId }
      const limit = limitOf(url)
      const found = past.deleted(
        types.filter((type) => !isSystemType(type)),
        limit,
        before,
      )
      const last = found.length === limit ? found.at(-1) : undefined
      return {
        deleted: found.map(({ id, author, timestamp, document }) => ({
          ...{ id, timestamp, ...described(author, document) },
        })),
        next: last && `${last.seq}:${last.documentId}`,
      }
    }),
    post(
      `bin/${name}/*/restore`,
      ({ segments, user, authContext }: ApiExchange) => {
        const id = segments[2]
        checkDocumentId(id)
        checkStillCurrent(authContext)
        return restoreDeleted(dataset, id, { author: user?.id ?? '', may: authContext?.may })
      },
      { needs: 'content' },
    ),
  ]
}

function limitOf({ searchParams }: URL): number {
  const limit = Number(searchParams.get('limit') ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1) throw httpError(400, 'limit must be a positive number')
  return Math.min(limit, MAX_LIMIT)
}

const MAX_TEXT = 200
const MAX_TEXTS = 20

/** Returns a document's type and its first short texts, from which a Studio derives a title. */
function outlineOf(document: SanityDocument | undefined): object | undefined {
  if (!document) return undefined
  const texts = Object.entries(document).filter(
    ([name, value]) => !name.startsWith('_') && typeof value === 'string',
  )
  const short = texts
    .slice(0, MAX_TEXTS)
    .map(([name, text]) => [name, String(text).slice(0, MAX_TEXT)])
  const { _id, _type } = document
  return { _id, _type, ...Object.fromEntries(short) }
}
