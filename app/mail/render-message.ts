import type { RenderMessage } from 'halvi-leads/mail'
import type { ContentReader } from '../content/content-reader.ts'
import { MESSAGES_QUERY } from '../content/queries/messages.ts'
import { WORDS_QUERY } from '../content/queries/settings.ts'
import { english } from '../language/language.ts'
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
    const content = reader()
    const { site, messages } = await content.fetch(MESSAGES_QUERY, { language: english.code })
    const words = await content.fetch(WORDS_QUERY)
    const name = messageName(kind, fields.form)
    const given = messages.find((message) => message.kind === name)?.text
    return renderMessage(kind, fields, given ?? undefined, { ...site, words })
  }
}
