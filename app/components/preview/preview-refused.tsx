import type { Refusal } from '../../preview/responses.ts'
import { MessagePage } from '../sections/message-page.tsx'

const copy: Record<Refusal, { title: string; text: string }> = {
  unavailable: {
    title: 'There is no preview here',
    text: 'The site has no token to read drafts with. Whoever runs it can set SANITY_READ_TOKEN.',
  },
  'not-admitted': {
    title: 'The preview could not be opened',
    text: 'It is opened from the Studio, within an hour. Please open it there once more.',
  },
  forged: {
    title: 'This preview link is not valid',
    text: 'A part of it may be missing. Please copy the whole link, or ask for a new one.',
  },
  expired: {
    title: 'This preview link has expired',
    text: 'Links to a preview end after some days. Please ask whoever sent it for a new one.',
  },
}

/** The head of a page that refuses a preview. */
export const refusalMeta = ({ data }: { data: { refusal: Refusal } | undefined }) =>
  data ? [{ title: copy[data.refusal].title }, { name: 'robots', content: 'noindex' }] : []

/** The page in place of a preview. */
export function PreviewRefused({ refusal }: { refusal: Refusal }) {
  return <MessagePage {...copy[refusal]} home="Go to the public site" />
}
