import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PreviewErrorPage, previewErrorMeta } from '../components/preview/preview-error.tsx'
import { redirectWithCookie, rejectPreview } from '../preview/responses.ts'

/**
 * Opens a preview for the Studio's Presentation tool, with a secret that the Studio has written or its sign-in
 * session.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { preview, log } = context
  if (!preview) return rejectPreview('unavailable')
  const path = preview.enterSignedIn(request) ?? (await preview.enter(request))
  if (!path) {
    log.warn('preview rejected: no valid secret')
    return rejectPreview('not-admitted')
  }
  const cookie = request.headers.get('cookie') ?? undefined
  const { text, milliseconds } = preview.issue(cookie, request.url)
  throw redirectWithCookie(request, path, text, milliseconds)
}

export const meta = previewErrorMeta
export { previewErrorHeaders as headers } from '../preview/responses.ts'

export default function Enable() {
  return <PreviewErrorPage error={useLoaderData<typeof loader>().error} />
}
