import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FeaturePage } from '../components/sections/feature-page.tsx'
import { notFound } from '../content/not-found.ts'
import { FEATURE_QUERY } from '../content/queries/services.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { parts: ['commissions'], cache: { seconds: 600 } }

export async function loader(args: LoaderFunctionArgs) {
  const page = await args.context.content.fetch(FEATURE_QUERY, { slug: 'professional-apply' })
  if (!page) throw await notFound(args)
  return page
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const crumbs = [{ name: data?.title ?? '' }]
  return pageMeta({ matches, seo: data?.seo, crumbs })
}

export default function ProfessionalApply() {
  return <FeaturePage page={useLoaderData<typeof loader>()} />
}
