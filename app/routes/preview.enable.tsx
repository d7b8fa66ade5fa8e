import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PreviewRefused, refusalMeta } from '../components/preview/preview-refused.tsx'
import { redirectWithCookie, refusePreview } from '../preview/responses.ts'

/**
 * Where the Studio's Presentation tool begins: it has just written a secret into the content, unless
 * who uses it may only read.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { preview, log } = context
  if (!preview) return refusePreview('unavailable')
  const path = preview.enterSignedIn(request) ?? (await preview.enter(request))
  if (!path) {
    log.warn('a preview was asked for without a good secret')
    return refusePreview('not-admitted')
  }
  const { text, milliseconds } = preview.issue(request.headers.get('cookie') ?? undefined)
  throw redirectWithCookie(request, path, text, milliseconds)
}

export const meta = refusalMeta
export { refusalHeaders as headers } from '../preview/responses.ts'

export default function Enable() {
  return <PreviewRefused refusal={useLoaderData<typeof loader>().refusal} />
}
