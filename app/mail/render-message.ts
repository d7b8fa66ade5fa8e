import type { RenderMessage } from 'halvi-leads/mail'
import type { ContentReader } from '../content/content-reader.ts'
import { MESSAGES_QUERY } from '../content/queries/messages.ts'
import { messageName, staffMessages } from './default-messages.ts'
import { renderMessage } from './render.tsx'

/**
 * Returns a function that renders messages from the site's content.
 *
 * @param reader returns a new reader: a reader keeps its first result
 */
export function messageRenderer(reader: () => ContentReader): RenderMessage {
  return async (kind, fields) => {
    // A failed backup is reported even if the content is unavailable.
    if (Object.hasOwn(staffMessages, kind)) return renderMessage(kind, fields)
    const { site, messages } = await reader().fetch(MESSAGES_QUERY)
    const name = messageName(kind, fields.form)
    const given = messages.find((message) => message.kind === name)
    return renderMessage(kind, fields, given, site)
  }
}
