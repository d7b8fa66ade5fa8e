import type { HistoryPoint } from '../dataset/history.ts'
import { checkDocumentId } from '../documents/ids.ts'
import { httpError } from '../errors/errors.ts'
import type { SendEvaluated } from '../http/evaluated-responses.ts'
import { JSON_TYPE } from '../http/respond.ts'
import { get, type Route } from '../http/router.ts'
import { staffTasks } from '../limits/limits.ts'

/** The request tag with which a Studio loads the timeline of a document. */
const STUDIO_TIMELINE = 'sanity.studio.structure.history'
const MAX_IDS = 100
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

/** Returns the routes of `data/history`: https://www.sanity.io/docs/http-reference/history */
export function historyRoutes(send: SendEvaluated, name: string): Route[] {
  const { responseBytes } = staffTasks
  return [
    get(`data/history/${name}/documents/*`, (exchange) => {
      const point = pointOf(exchange.url.searchParams)
      const ids = idsOf(exchange.segments[4])
      return send(exchange, { task: 'documents', ids, point, responseBytes }, JSON_TYPE)
    }),
    get(`data/history/${name}/events/documents/*`, (exchange) => {
      const id = exchange.segments[5]
      checkDocumentId(id)
      const limit = limitOf(exchange.url.searchParams.get('limit'))
      return send(exchange, { task: 'events', id, limit }, JSON_TYPE)
    }),
    get(`data/history/${name}/transactions/*`, (exchange) => {
      const q = exchange.url.searchParams
      const range = {
        from: q.get('fromTransaction') ?? undefined,
        to: q.get('toTransaction') ?? undefined,
        reverse: q.get('reverse') === 'true',
        limit: limitOf(q.get('limit')),
        timeline: q.get('tag') === STUDIO_TIMELINE,
      }
      const task = {
        task: 'transactions',
        ids: idsOf(exchange.segments[4]),
        range,
        withEffects: q.get('effectFormat') === 'mendoza',
        identifiedOnly: q.get('includeIdentifiedDocumentsOnly') === 'true',
        responseBytes,
      } as const
      return send(exchange, task, 'application/x-ndjson; charset=utf-8')
    }),
  ]
}

function idsOf(segment = ''): string[] {
  const ids = [...new Set(segment.split(',').filter((id) => id !== ''))]
  if (ids.length === 0) throw httpError(400, 'The document ids are missing')
  if (ids.length > MAX_IDS) throw httpError(400, `More than ${MAX_IDS} ids`)
  for (const id of ids) checkDocumentId(id)
  return ids
}

function pointOf(q: URLSearchParams): HistoryPoint {
  const [revision, time] = [q.get('revision'), q.get('time')]
  if (q.get('lastRevision') === 'true') return 'last'
  if (revision !== null && time !== null)
    throw httpError(400, 'Specify either revision or time, not both')
  if (revision) return { revision }
  const date = time ? new Date(time) : new Date()
  if (Number.isNaN(date.getTime())) throw httpError(400, 'time must be a date in ISO 8601')
  return { time: date.toISOString() }
}

function limitOf(text: string | null): number {
  const limit = text === null ? DEFAULT_LIMIT : Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw httpError(400, 'limit must be a positive number')
  return Math.min(limit, MAX_LIMIT)
}
