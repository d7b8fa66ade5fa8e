import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadPage } from '../content/not-found.ts'
import { FEATURE_QUERY } from '../content/queries/services.ts'

// A business page with an address under /services.
export { default, handle, meta } from './business.$slug.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, FEATURE_QUERY, { slug: 'professional-apply' })
