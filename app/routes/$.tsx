import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '../content/not-found.ts'
import type { RouteHandle } from '../route-handle.ts'

/** The server caches a single 404 page for all unknown addresses. */
export const handle: RouteHandle = { cache: { seconds: 600 } }

/** Handles all addresses without a route: redirects, or throws a 404, which root.tsx renders. */
export async function loader(args: LoaderFunctionArgs) {
  throw await notFound(args)
}

export default function Missing() {
  return null
}
