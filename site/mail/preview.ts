import { formWords } from 'halvi-leads/forms/words'
import type { MessageContent, MessageFields, MessageKind } from 'halvi-leads/mail'
import { english, languageFrom } from '../language/language.ts'
import { type MessageSite, renderMessage } from './render.tsx'
import { fillText, valuesOf } from './values.ts'

/** A sample recipient's values, for the preview in the Studio. */
export const sampleFields: MessageFields = {
  name: 'Amina Yusuf',
  form: 'waitlist',
  reference: '7K2M9Q4T',
  business: 'Amina’s Bakery',
  position: 128,
  referrals: 3,
  sent: {
    ...{ name: 'Amina Yusuf', email: 'amina@example.com' },
    interests: formWords.waitlist.openStore,
    custom_interest: 'I bake bread and sweets at home.',
  },
  links: {
    confirm: 'https://halvi.example/confirm/sample',
    page: 'https://halvi.example/me/sample',
    referral: 'https://halvi.example/r/sample2345678',
    unsubscribe: 'https://halvi.example/unsubscribe/sample',
    action: 'https://halvi.example/studio/leads',
  },
  data: {},
}

/**
 * Renders a document of type `mailMessage` or `replyTemplate`, in any state of editing, with the sample's values.
 *
 * @param kind the kind of the message, which only the original has
 */
export function renderPreview(
  { _type, language: code, ...shown }: Readonly<Record<string, unknown>>,
  site: MessageSite | null,
  kind: string = String(shown.kind ?? 'received'),
): MessageContent {
  const described = languageFrom({ code: String(code) }) ?? english
  const letters = described.direction === 'rtl' ? 'arabic' : 'latin'
  const language = { ...described, letters } as const
  if (_type === 'mailMessage') {
    const [event, form = 'waitlist'] = kind.split('-')
    return renderMessage(event as MessageKind, { ...sampleFields, form }, shown, site, language)
  }
  const fill = (text: unknown) =>
    fillText(String(text ?? ''), valuesOf(sampleFields, language.locale))
  const data = { subject: fill(shown.subject), text: fill(shown.body) }
  return renderMessage('reply', { ...sampleFields, data }, undefined, site, language)
}
