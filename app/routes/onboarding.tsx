import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { withReferral } from 'halvi-leads/forms/action-data'
import { businessTypeOptions } from 'halvi-leads/forms/business-types'
import {
  onboarding,
  onboardingDefaults,
  sellScopeOptions,
  serviceOptions,
} from 'halvi-leads/forms/onboarding'
import { referralDefaults } from 'halvi-leads/forms/prefill'
import { formAction, formHeaders } from 'halvi-leads/submit'
import { loadPage } from 'halvi-site/content/load-page'
import { ONBOARDING_QUERY } from 'halvi-site/content/queries/applications'
import { OnboardingForm } from '../components/form/onboarding-form.tsx'
import { Link } from '../components/link.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

const path = '/onboarding'

export const handle: RouteHandle = {
  scripts: ['form'],
  skipTo: 'onboarding',
  cache: { seconds: 600, query: ['business_type', 'ref'] },
}

export async function loader(args: LoaderFunctionArgs) {
  const content = await loadPage(args, ONBOARDING_QUERY, {}, ['privacy'])
  const defaults = {
    ...onboardingDefaults(new URL(args.request.url).searchParams),
    ...referralDefaults(args.request.url),
  }
  const options = {
    businessTypes: businessTypeOptions,
    sellScopes: sellScopeOptions,
    services: serviceOptions,
  }
  return { content, defaults, options }
}

export const action = formAction(onboarding)
export const headers = formHeaders

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    seo: data?.content.seo,
    crumbs: [{ name: data?.content.title ?? '' }],
  })

export default function Onboarding() {
  const { content, defaults, options } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  return (
    <>
      <PageHero title={content.title}>
        <Text value={content.intro} className="text-lg" />
        {content.toWaitlist && (
          <p className="mt-4">
            <Link href={withReferral('/waitlist', defaults)} className="text-link">
              {content.toWaitlist}
            </Link>
          </p>
        )}
      </PageHero>
      <div className="shell py-8 lg:py-16">
        <OnboardingForm
          action={path}
          response={response}
          defaults={defaults}
          content={content}
          {...options}
        />
      </div>
    </>
  )
}
