import type { MessageContent, MessageFields, MessageKind } from 'halvi-leads/mail'
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
  sent: [
    { label: 'Name', value: 'Amina Yusuf' },
    { label: 'Email', value: 'amina@example.com' },
    { label: 'Interests', value: 'Open my store for online orders' },
    { label: 'Own words', value: 'I bake bread and sweets at home.' },
  ],
  links: {
    confirm: 'https://halvi.example/confirm/sample',
    page: 'https://halvi.example/me/sample',
    referral: 'https://halvi.example/r/sample2345678',
    unsubscribe: 'https://halvi.example/unsubscribe/sample',
    action: 'https://halvi.example/studio/leads',
  },
  data: {},
}

/** Renders a document of type `mailMessage` or `replyTemplate`, in any state of editing, with the sample's values. */
export function renderPreview(
  { kind, ...shown }: Readonly<Record<string, unknown>>,
  site: MessageSite | null,
): MessageContent {
  if (kind) {
    const [event, form = 'waitlist'] = String(kind).split('-')
    return renderMessage(event as MessageKind, { ...sampleFields, form }, shown, site)
  }
  const fill = (text: unknown) => fillText(String(text ?? ''), valuesOf(sampleFields))
  const data = { subject: fill(shown.subject), text: fill(shown.body) }
  return renderMessage('reply', { ...sampleFields, data }, undefined, site)
}
