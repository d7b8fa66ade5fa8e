import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '../content/not-found.ts'

/** Any address that no other route has. The root shows the page. */
export async function loader(args: LoaderFunctionArgs) {
  throw await notFound(args)
}

export default function Missing() {
  return null
}
