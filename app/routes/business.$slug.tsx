import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FeaturePage } from '../components/sections/feature-page.tsx'
import { notFound } from '../content/not-found.ts'
import { FEATURE_QUERY } from '../content/queries/services.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

/** Has an address of its own among the services. */
const elsewhere = 'professional-apply'

export const handle: RouteHandle = { parts: ['commissions'], cache: { seconds: 600 } }

export async function loader(args: LoaderFunctionArgs) {
  const { slug } = args.params
  if (slug === elsewhere) throw await notFound(args)
  const page = await args.context.content.fetch(FEATURE_QUERY, { slug })
  if (!page) throw await notFound(args)
  return page
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const crumbs = [{ name: data?.title ?? '' }]
  return pageMeta({ matches, seo: data?.seo, crumbs })
}

export default function BusinessPage() {
  return <FeaturePage page={useLoaderData<typeof loader>()} />
}
