import type { Refusal } from '../../preview/responses.ts'
import { MessagePage } from '../sections/message-page.tsx'

const copy: Record<Refusal, { title: string; text: string }> = {
  unavailable: {
    title: 'Preview is not available',
    text: 'The site has no token to read drafts. Ask the operator to set SANITY_READ_TOKEN.',
  },
  'not-admitted': {
    title: 'The preview could not be opened',
    text: 'Preview links from the Studio are valid for an hour. Open the preview in the Studio again.',
  },
  forged: {
    title: 'This preview link is not valid',
    text: 'Part of it may be missing. Copy the complete link, or ask for a new one.',
  },
  expired: {
    title: 'This preview link has expired',
    text: 'Preview links are valid for a few days. Ask the person who sent it for a new one.',
  },
}

/** Returns the title of the preview error page. */
export const refusalMeta = ({ data }: { data: { refusal: Refusal } | undefined }) =>
  data ? [{ title: copy[data.refusal].title }, { name: 'robots', content: 'noindex' }] : []

/** Renders the preview error page. */
export function PreviewRefused({ refusal }: { refusal: Refusal }) {
  return <MessagePage {...copy[refusal]} home="Go to the public site" />
}
