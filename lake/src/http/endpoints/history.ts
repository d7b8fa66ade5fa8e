import type { Dataset } from '../../dataset/dataset.ts'
import type { Moment } from '../../dataset/history.ts'
import { checkDocumentId } from '../../dataset/ids.ts'
import { httpError } from '../../errors.ts'
import { sendJson, sendText } from '../respond.ts'
import type { Route } from '../router.ts'

const MAX_IDS = 100
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

/** `data/history`: https://www.sanity.io/docs/http-reference/history */
export function historyRoutes(dataset: Dataset, name: string): Route[] {
  return [
    {
      methods: ['GET'],
      path: `data/history/${name}/documents/*`,
      handle({ segments, url, response }) {
        const moment = momentOf(url.searchParams)
        const documents = idsOf(segments[4])
          .map((id) => dataset.history.documentAt(id, moment))
          .filter((found) => found !== undefined)
        sendJson(response, 200, { documents })
      },
    },
    {
      methods: ['GET'],
      path: `data/history/${name}/transactions/*`,
      handle({ segments, url, response }) {
        const q = url.searchParams
        const ids = idsOf(segments[4])
        const transactions = dataset.history.transactions(ids, {
          from: q.get('fromTransaction') ?? undefined,
          to: q.get('toTransaction') ?? undefined,
          reverse: q.get('reverse') === 'true',
          limit: limitOf(q.get('limit')),
        })
        const withEffects = q.get('effectFormat') === 'mendoza'
        const identifiedOnly = q.get('includeIdentifiedDocumentsOnly') === 'true'
        const lines = transactions.map(({ effects, documentIDs, ...transaction }) =>
          JSON.stringify({
            ...transaction,
            documentIDs: identifiedOnly
              ? documentIDs.filter((id) => ids.includes(id))
              : documentIDs,
            ...(withEffects && { effects }),
          }),
        )
        const text = lines.map((line) => `${line}\n`).join('')
        sendText(response, 200, 'application/x-ndjson; charset=utf-8', text)
      },
    },
  ]
}

function idsOf(segment = ''): string[] {
  const ids = [...new Set(segment.split(',').filter((id) => id !== ''))]
  if (ids.length === 0) throw httpError(400, 'The document ids are missing')
  if (ids.length > MAX_IDS) throw httpError(400, `More than ${MAX_IDS} ids`)
  for (const id of ids) checkDocumentId(id)
  return ids
}

function momentOf(q: URLSearchParams): Moment {
  const [revision, time] = [q.get('revision'), q.get('time')]
  if (q.get('lastRevision') === 'true') return 'last'
  if (revision !== null && time !== null) throw httpError(400, 'Give revision or time, not both')
  if (revision) return { revision }
  if (!time) return { time: new Date().toISOString() }
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw httpError(400, 'time must be a date in ISO 8601')
  return { time: date.toISOString() }
}

function limitOf(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw httpError(400, 'limit must be a positive number')
  return Math.min(limit, MAX_LIMIT)
}
