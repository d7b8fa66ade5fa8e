import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChoiceGroup } from '../components/form/choice-group.tsx'
import { LeadForm } from '../components/form/lead-form.tsx'
import { SubmitButton } from '../components/form/submit-button.tsx'
import { TextField } from '../components/form/text-field.tsx'
import { Island } from '../components/islands/island.tsx'
import { Link } from '../components/link.tsx'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { JoinPanel } from '../components/sections/join-card.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import { WAITLIST_QUERY } from '../content/queries/applications.ts'
import { interestOptions, waitlist } from '../leads/forms/waitlist.ts'
import { formAction, formHeaders } from '../leads/submit/handle-form.ts'
import { loadLiveMetrics } from '../metrics/live-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

const path = '/waitlist'

export const handle: RouteHandle = { parts: ['form', 'islands'], cache: { seconds: 10 } }

export async function loader({ context }: LoaderFunctionArgs) {
  const content = await context.content.fetch(WAITLIST_QUERY)
  const options = interestOptions.map((option) => ({
    ...option,
    note: option.value === 'investInHalvi' ? content?.investmentNote : null,
  }))
  return { content, options, metrics: await loadLiveMetrics(context, content?.dashboard) }
}

export const action = formAction(waitlist)
export const headers = formHeaders

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    path,
    seo: data?.content?.seo,
    crumbs: [{ name: data?.content?.title ?? title, path }],
  })

/** Stands in for words that staff have not written yet. */
const title = 'Join the Waitlist'

export default function Waitlist() {
  const { content, options, metrics } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHero
        title={content?.title ?? title}
        eyebrow={<Breadcrumb label={content?.backHome ?? 'Back to home'} href="/" />}
      >
        <Text value={content?.intro} className="text-lg" />
        <p className="mt-4">
          <Link href="/affiliates" className="text-link">
            {content?.affiliates ?? 'Affiliate programs'}
          </Link>
        </p>
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-14 py-14 lg:grid-cols-12 lg:py-20">
        <div className="lg:col-span-7">
          <LeadForm id="waitlist" action={path} answer={answer}>
            <TextField name="name" label="Name" autoComplete="name" required />
            <TextField name="social_handle" label="Social handle" autoComplete="off" />
            <TextField name="email" label="Email" type="email" autoComplete="email" required />
            <ChoiceGroup
              type="checkbox"
              name="interests"
              legend={content?.interestsTitle ?? 'What interests you?'}
              rule="(select at least one, or use your own words below)"
              orField="custom_interest"
              options={options}
            />
            <TextField
              name="custom_interest"
              label="Something else"
              hint={content?.customInterestHint}
              rows={3}
            />
            <SubmitButton label={content?.submit ?? title} sending="Submitting..." />
          </LeadForm>
        </div>
        <aside className="grid content-start gap-5 lg:col-span-4 lg:col-start-9">
          {metrics && (
            <Island
              name="LiveMetrics"
              start="visible"
              props={{ title: content?.metricsTitle, metrics }}
            />
          )}
          <JoinPanel
            card={content?.investorCard}
            href={content?.investorMeetingUrl ?? null}
            narrow
          />
        </aside>
      </div>
    </>
  )
}
