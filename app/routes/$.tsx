import type { LoaderFunctionArgs } from '@remix-run/node'
import { missingPage } from '../content/not-found.ts'

/** Any address that no other route has. The root shows the page. */
export async function loader(args: LoaderFunctionArgs) {
  throw await missingPage(args)
}

export default function Missing() {
  return null
}
