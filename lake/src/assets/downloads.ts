import type { OutgoingHttpHeaders } from 'node:http'
import type { Exchange } from '../http/router.ts'
import { attachment } from './attachment.ts'
import { type Content, sendContent } from './content.ts'
import { INERT } from './images.ts'
import type { StoredAsset } from './originals/asset-document.ts'
import { contentTypeOf } from './originals/names.ts'

/** What a browser shows without running anything in it. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/|text\/plain$|application\/pdf$)/

/**
 * Sends a stored file's content, whole or a range of it. Harmless types are shown in the browser,
 * everything else is saved, and nothing is sent as HTML. `dl` saves it in any case,
 * under the name given there or its own.
 */
export async function sendFile(
  exchange: Exchange,
  asset: StoredAsset,
  content: Content,
): Promise<void> {
  const type = contentTypeOf(asset.extension)
  const isShown = SHOWN.test(type)
  const dl = exchange.url.searchParams.get('dl')
  const headers: OutgoingHttpHeaders = {
    ...content.headers,
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  }
  if (!isShown || dl !== null) headers['Content-Disposition'] = attachment(asset.saveAs(dl))
  // Browsers show PDF with a plugin, which a sandbox forbids.
  if (type !== 'application/pdf') headers['Content-Security-Policy'] = INERT
  await sendContent(exchange, { ...content, headers })
}
