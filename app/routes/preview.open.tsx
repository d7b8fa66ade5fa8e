import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PreviewRefused, refusalMeta } from '../components/preview/preview-refused.tsx'
import { goWithPass, refusePreview } from '../preview/answers.ts'
import { localPath } from '../preview/preview.ts'

/** Where a shared link leads: `pass` is what it is good for, `to` the page that it shows. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { preview } = context
  if (!preview) return refusePreview('unavailable')
  const { searchParams } = new URL(request.url)
  const text = searchParams.get('pass') ?? ''
  const pass = preview.read(text)
  if (!pass) return refusePreview('forged')
  if (pass === 'expired') return refusePreview('expired')
  throw goWithPass(request, localPath(searchParams.get('to') ?? '/'), text, pass.until - Date.now())
}

export const meta = refusalMeta
export { refusalHeaders as headers } from '../preview/answers.ts'

export default function Open() {
  return <PreviewRefused refusal={useLoaderData<typeof loader>().refusal} />
}
