import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Slots } from 'halvi-kit/slots'
import type { Dataset } from '../dataset/dataset.ts'
import { holdSlot, jsonFor } from '../http/respond.ts'
import { get, type Route } from '../http/router.ts'
import { exportLimits, stalledClientMs } from '../limits/limits.ts'

/** Small documents are sent together, up to this many characters. */
const CHUNK = 64 * 1024

/**
 * Returns `data/export`, which sends all documents as NDJSON, also drafts and assets, as `sanity dataset export` reads
 * it. With `types`, only documents of these types, which commas separate. It never has a next page (`nextCursor`). If it
 * fails, the connection is closed before the end of the response.
 */
export function exportRoute(dataset: Dataset, name: string): Route {
  const slots = new Slots('exports', exportLimits)
  return get(`data/export/${name}`, async ({ url, response, user }) => {
    const types = url.searchParams.get('types')?.split(',').filter(Boolean)
    holdSlot(response, slots, user?.id ?? '')
    response.setTimeout(stalledClientMs, () => response.destroy())
    // Writes during the export do not change the list.
    const documents = dataset.snapshot()
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' })
    // Bytes rather than strings: their garbage is collected before it fills the heap.
    async function* chunks() {
      let text = ''
      for (const document of documents) {
        if (types?.length && !types.includes(document._type)) continue
        text += `${JSON.stringify(document)}\n`
        if (text.length < CHUNK) continue
        yield Buffer.from(jsonFor(response, text))
        text = ''
        // A fast client would otherwise keep this process from other requests until the end.
        await setImmediate()
      }
      yield Buffer.from(jsonFor(response, text))
    }
    await pipeline(chunks, response).catch((error) => {
      // A client that disconnects ends the export.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    })
  })
}
