import type { PreviewError } from '../../preview/responses.ts'
import { MessagePage } from '../sections/message-page.tsx'

const copy: Record<PreviewError, { title: string; text: string }> = {
  unavailable: {
    title: 'Preview is not available',
    text: 'The site has no token to read drafts. Ask the operator to set SANITY_READ_TOKEN.',
  },
  'not-admitted': {
    title: 'The preview could not be opened',
    text: 'The link from the Studio is invalid or older than an hour. Open the preview in the Studio again.',
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
export const previewErrorMeta = ({ data }: { data: { error: PreviewError } | undefined }) =>
  data ? [{ title: copy[data.error].title }, { name: 'robots', content: 'noindex' }] : []

/** Renders the preview error page. */
export function PreviewErrorPage({ error }: { error: PreviewError }) {
  return <MessagePage {...copy[error]} home="Go to the public site" />
}
