import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { localPath } from 'halvi-site/preview/preview'
import { PreviewErrorPage, previewErrorMeta } from '../components/preview/preview-error.tsx'
import { redirectWithCookie, rejectPreview } from '../preview/responses.ts'

/** Opens a shared preview link. `pass` is the link's session, and `to` is the path of the page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { preview } = context
  if (!preview) return rejectPreview('unavailable')
  const { searchParams } = new URL(request.url)
  const text = searchParams.get('pass') ?? ''
  const session = await preview.open(text)
  if (!session) return rejectPreview('forged')
  if (session === 'expired') return rejectPreview('expired')
  throw redirectWithCookie(
    request,
    localPath(searchParams.get('to') ?? '/'),
    text,
    session.until - Date.now(),
  )
}

export const meta = previewErrorMeta
export { previewErrorHeaders as headers } from '../preview/responses.ts'

export default function Open() {
  return <PreviewErrorPage error={useLoaderData<typeof loader>().error} />
}
