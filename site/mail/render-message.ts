import type { MailOptions } from 'halvi-leads/mail'
import type { ContentReader } from '../content/content-reader.ts'
import { MESSAGES_QUERY } from '../content/queries/messages.ts'
import { LANGUAGES_QUERY, WORDS_QUERY } from '../content/queries/settings.ts'
import { english, isEnglish, type Language, languageFrom } from '../language/language.ts'
import { addressIn } from '../language/local-path.ts'
import { messageName, staffMessages } from './default-messages.ts'
import { renderMessage } from './render.tsx'

/**
 * Returns how messages are rendered from the site's content, and the URLs of the pages that they lead to. Languages
 * that the site no longer has are replaced by English.
 *
 * @param reader returns a new reader: a reader keeps its first result
 */
export function messageContent(
  reader: (language: Language) => ContentReader,
  siteUrl: () => string,
): Pick<MailOptions, 'siteUrl' | 'homeUrl' | 'render'> {
  async function languageOf(code: string | undefined): Promise<Language> {
    if (!code || code === english.code) return english
    const described = (await reader(english).fetch(LANGUAGES_QUERY)) ?? []
    const languages = described.flatMap((one) => languageFrom(one) ?? [])
    return languages.find((one) => one.code === code && !one.isOff) ?? english
  }

  const renderIn = async (
    language: Language,
    ...[kind, fields]: Parameters<MailOptions['render']>
  ): ReturnType<MailOptions['render']> => {
    const content = reader(language)
    const [{ site, messages }, words] = await Promise.all([
      content.fetch(MESSAGES_QUERY),
      content.fetch(WORDS_QUERY),
    ])
    const name = messageName(kind, fields.form)
    const given = messages.find((message) => message.kind === name)?.text
    const isComplete =
      given?.language === language.code && given.subject && given.reason && given.body.length > 0
    // A message is never half in another language. A reply has its own text.
    if (!isEnglish(language) && kind !== 'reply' && !isComplete) {
      return renderIn(english, kind, fields)
    }
    return renderMessage(kind, fields, given ?? undefined, { ...site, words }, language)
  }

  return {
    siteUrl,
    homeUrl: async (code) => siteUrl() + addressIn(await languageOf(code), '/').replace(/\/$/, ''),
    async render(kind, fields) {
      // A failed backup is reported even if the content is unavailable.
      if (Object.hasOwn(staffMessages, kind)) return renderMessage(kind, fields)
      return renderIn(await languageOf(fields.language), kind, fields)
    },
  }
}
