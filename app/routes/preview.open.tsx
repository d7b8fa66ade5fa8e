import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PreviewRefused, refusalMeta } from '../components/preview/preview-refused.tsx'
import { localPath } from '../preview/preview.ts'
import { redirectWithCookie, refusePreview } from '../preview/responses.ts'

/** Opens a shared preview link. `pass` is the link's session, and `to` is the path of the page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { preview } = context
  if (!preview) return refusePreview('unavailable')
  const { searchParams } = new URL(request.url)
  const text = searchParams.get('pass') ?? ''
  const session = await preview.open(text)
  if (!session) return refusePreview('forged')
  if (session === 'expired') return refusePreview('expired')
  throw redirectWithCookie(
    request,
    localPath(searchParams.get('to') ?? '/'),
    text,
    session.until - Date.now(),
  )
}

export const meta = refusalMeta
export { refusalHeaders as headers } from '../preview/responses.ts'

export default function Open() {
  return <PreviewRefused refusal={useLoaderData<typeof loader>().refusal} />
}
