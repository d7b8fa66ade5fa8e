import type { ActionFunctionArgs } from '@remix-run/node'
import { localPath } from 'halvi-site/preview/preview'
import { redirectWithCookie } from '../preview/responses.ts'

/** Ends the preview and redirects to the public page with the path in `to`. */
export async function action({ request }: ActionFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to') ?? '/'
  return redirectWithCookie(request, localPath(to), '', 0)
}
