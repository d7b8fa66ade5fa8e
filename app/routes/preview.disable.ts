import type { ActionFunctionArgs } from '@remix-run/node'
import { localPath } from '../preview/preview.ts'
import { redirectWithCookie } from '../preview/responses.ts'

/** Leaves preview, and goes on to the public page of the path in `to`. */
export async function action({ request }: ActionFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to') ?? '/'
  return redirectWithCookie(request, localPath(to), '', 0)
}
