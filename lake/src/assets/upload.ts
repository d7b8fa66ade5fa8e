import { httpError } from '../errors/errors.ts'
import type { Exchange } from '../http/router.ts'
import type { AssetDescription } from './originals/asset-document.ts'
import { tooLarge } from './originals/originals.ts'

/**
 * An upload's raw body as it arrives. The connection stays open when reading stops early,
 * so that the reason can be told. Throws a `LakeError` 413 when the declared length is
 * beyond the limit, 415 for a compressed body, 400 when the client goes away halfway, and what
 * `check` throws once all of it has arrived.
 */
export async function* uploadedBytes(
  { request }: Exchange,
  limitBytes: number,
  check: () => void,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes)
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw httpError(415, 'Compressed request bodies are not accepted')
  }
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch {
    throw httpError(400, 'The request body ended early')
  }
  check()
}

/** What the query says about the upload: `filename, label, title, description, creditLine, meta, source…`. */
export function uploadDescription({ request, url }: Exchange): AssetDescription {
  const query = url.searchParams
  const text = (name: string) => query.get(name)?.slice(0, 10_000) || undefined
  const filename = text('filename')?.split(/[/\\]/).pop()?.slice(0, 255)
  const sourceId = text('sourceId')
  const sourceName = text('sourceName')
  const sourceUrl = text('sourceUrl')
  return {
    ...(filename && { filename }),
    contentType: request.headers['content-type'],
    label: text('label'),
    title: text('title'),
    description: text('description'),
    creditLine: text('creditLine'),
    ...(sourceId &&
      sourceName && {
        source: { id: sourceId, name: sourceName, ...(sourceUrl && { url: sourceUrl }) },
      }),
    ...(query.has('meta') && {
      extract: query.getAll('meta').flatMap((part) => part.split(',')),
    }),
  }
}
