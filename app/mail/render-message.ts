import type { MessageKind, RenderMessage } from 'halvi-leads/mail/message'
import type { ContentReader } from '../content/content.ts'

/** The texts of messages without content of their own. */
const defaults: Readonly<Partial<Record<MessageKind, { subject: string; text: string }>>> = {
  confirm: {
    subject: 'Please confirm your email address',
    text: 'Please confirm that this address is yours. If you didn’t apply at Halvi, ignore this email.',
  },
  welcome: { subject: 'You’re on the list', text: 'Thank you for joining. We’ll keep you posted.' },
}

/** Returns a function that renders messages from the site's content. */
export function messageRenderer(_content: ContentReader): RenderMessage {
  return async (kind, { links }) => {
    const { subject, text } = defaults[kind] ?? { subject: kind, text: '' }
    const all = [text, links.confirm ?? links.page, links.unsubscribe].filter(Boolean)
    return { subject, text: all.join('\n\n'), html: all.map((part) => `<p>${part}</p>`).join('') }
  }
}
