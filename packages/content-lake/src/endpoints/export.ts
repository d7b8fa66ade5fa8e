import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Dataset } from '../dataset/dataset.ts'
import { jsonFor } from '../http/respond.ts'
import { get, type Route } from '../http/router.ts'

/** Documents per chunk of the response. */
const BATCH = 100

/**
 * Returns `data/export`, which sends all documents as NDJSON, also drafts and assets, as `sanity dataset export` reads
 * it. With `types`, only documents of these types, which commas separate. It never has a next page (`nextCursor`).
 */
export function exportRoute(dataset: Dataset, name: string): Route {
  return get(`data/export/${name}`, async ({ url, response }) => {
    const types = url.searchParams.get('types')?.split(',').filter(Boolean)
    // Writes during the export do not change the list.
    const documents = [...dataset.all()].filter(
      ({ _type }) => !types || types.length === 0 || types.includes(_type),
    )
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' })
    function* chunks() {
      for (let start = 0; start < documents.length; start += BATCH) {
        const lines = documents.slice(start, start + BATCH).map((one) => `${JSON.stringify(one)}\n`)
        yield jsonFor(response, lines.join(''))
      }
    }
    // A client that disconnects ends the export.
    await pipeline(Readable.from(chunks()), response).catch(() => response.destroy())
  })
}
