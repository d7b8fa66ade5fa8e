import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '../content/not-found.ts'
import type { RouteHandle } from '../route-handle.ts'

/** The server keeps the one page for all addresses where nothing is. */
export const handle: RouteHandle = { cache: { seconds: 600 } }

/** Any address that no other route has. The root shows the page. */
export async function loader(args: LoaderFunctionArgs) {
  throw await notFound(args)
}

export default function Missing() {
  return null
}
