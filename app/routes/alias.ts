import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { aliases } from '../aliases.js'

/**
 * Redirects a short address permanently to its canonical path, and keeps the query. Ignores case and trailing
 * slashes.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const target = aliases[pathname.replace(/\/+$/, '').toLowerCase()]
  if (!target) throw new Response(null, { status: 404 })
  return redirect(target + search, 301)
}
