import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FeaturePage } from '../components/sections/feature-page.tsx'
import { loadPage, notFound } from '../content/not-found.ts'
import { FEATURE_QUERY } from '../content/queries/services.ts'
import type { RouteHandle } from '../route-handle.ts'
import { titledMeta } from '../seo/meta.ts'

/** The slug of the business page with an address under /services. */
const professionalApply = 'professional-apply'

export const handle: RouteHandle = { parts: ['commissions'], cache: { seconds: 600 } }

export async function loader(args: LoaderFunctionArgs) {
  const { slug } = args.params
  if (slug === professionalApply) throw await notFound(args)
  const page = await loadPage(args, FEATURE_QUERY, { slug })
  return page
}

export const meta = titledMeta

export default function BusinessPage() {
  return <FeaturePage page={useLoaderData<typeof loader>()} />
}
