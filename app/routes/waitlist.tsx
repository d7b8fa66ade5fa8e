import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { withReferral } from 'halvi-leads/forms/action-data'
import { referralDefaults } from 'halvi-leads/forms/prefill'
import { interestOptions, investment, waitlist, waitlistDefaults } from 'halvi-leads/forms/waitlist'
import { formAction, formHeaders } from 'halvi-leads/submit'
import { loadOptional } from 'halvi-site/content/load-page'
import { WAITLIST_QUERY } from 'halvi-site/content/queries/applications'
import { useWords } from 'halvi-site/words/context'
import { WaitlistForm } from '../components/form/waitlist-form.tsx'
import { Link } from '../components/link.tsx'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { JoinPanel } from '../components/sections/join-card.tsx'
import { MetricsDetails } from '../components/sections/live-metrics.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import { loadLiveMetrics } from '../metrics/load-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

const path = '/waitlist'

export const handle: RouteHandle = {
  scripts: ['form', 'islands'],
  skipTo: 'waitlist',
  cache: { seconds: 10, query: ['interest', 'custom_interest', 'ref'] },
}

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const content = await loadOptional(args, WAITLIST_QUERY, [
    ...(['dashboard', 'privacy'] as const),
    ...(['investmentNote', 'investorMeetingUrl', 'hideInvestment'] as const),
  ])
  const interests = interestOptions
    .filter(({ value }) => value !== investment || !content?.hideInvestment)
    .map((option) =>
      option.value === investment ? { ...option, note: content?.investmentNote } : option,
    )
  return {
    content,
    interests,
    defaults: {
      ...waitlistDefaults(new URL(request.url).searchParams, interests),
      ...referralDefaults(request.url),
    },
    metrics: await loadLiveMetrics(context, content?.dashboard),
  }
}

export const action = formAction(waitlist)
export const headers = formHeaders

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    seo: data?.content?.seo,
    crumbs: data?.content ? [{ name: data.content.title }] : [],
  })

export default function Waitlist() {
  const { content, interests, defaults, metrics } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const { site, programs, applicants } = useWords()
  return (
    <>
      <PageHero
        title={content?.title ?? applicants.waitlist}
        eyebrow={<Breadcrumb label={content?.backHome ?? site.home} href="/" />}
      >
        <Text value={content?.intro} className="text-lg" />
        <p className="mt-4 flex flex-wrap gap-x-8 gap-y-1">
          {content?.toOnboarding && (
            <Link href={withReferral('/onboarding', defaults)} className="text-link">
              {content.toOnboarding}
            </Link>
          )}
          <Link href="/affiliates" className="text-link">
            {content?.affiliates ?? programs.programs}
          </Link>
        </p>
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-14 py-8 lg:grid-cols-12 lg:py-16">
        <div className="lg:col-span-7">
          <WaitlistForm
            action={path}
            response={response}
            defaults={defaults}
            content={content}
            interests={interests}
          />
          {content?.investorCard && content.investorMeetingUrl && !content.hideInvestment && (
            <aside className="mt-14">
              <JoinPanel
                card={content.investorCard}
                action={
                  <Link href={content.investorMeetingUrl} className="button button-outline">
                    {content.investorCard.button}
                  </Link>
                }
                quiet
                narrow
              />
            </aside>
          )}
        </div>
      </div>
      <MetricsDetails metrics={metrics} />
    </>
  )
}
