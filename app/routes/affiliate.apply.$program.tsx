import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { affiliateApplications } from 'halvi-leads/forms/affiliate'
import { referralDefaults } from 'halvi-leads/forms/prefill'
import { formAction, formHeaders } from 'halvi-leads/submit'
import { loadPage, notFound } from 'halvi-site/content/load-page'
import { APPLY_QUERY } from 'halvi-site/content/queries/applications'
import type { Challenge } from 'halvi-site/content/shapes'
import { hasEnded } from 'halvi-site/dates/state'
import { useWords } from 'halvi-site/words/context'
import { AffiliateForm } from '../components/form/affiliate-form.tsx'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { MetricsDetails } from '../components/sections/live-metrics.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { ProgramFacts } from '../components/sections/program-facts.tsx'
import { Steps } from '../components/sections/steps.tsx'
import { loadLiveMetrics } from '../metrics/load-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

/** Returns the path of a program's application. */
const pathOf = (key: string | undefined) => `/affiliate/apply/${key}`

export const handle: RouteHandle = {
  scripts: ['form', 'islands'],
  skipTo: 'affiliate',
  cache: { seconds: 10, query: ['ref'] },
}

export async function loader(args: LoaderFunctionArgs) {
  const { program: key } = args.params
  const program = await loadPage(args, APPLY_QUERY, { key }, ['dashboard', 'privacy'])
  const { challenge } = program
  const now = Date.now()
  const next = challenge && hasEnded(challenge, now) ? challenge.next : null
  return {
    now,
    defaults: referralDefaults(args.request.url),
    program: next ? { ...program, ...nextTexts(next) } : program,
    metrics: await loadLiveMetrics(args.context, program.dashboard),
  }
}

/** Returns the texts of the application page after the challenge has ended. */
function nextTexts({ title, intro }: NonNullable<Challenge['next']>) {
  return { title, intro, seo: { title, description: intro } }
}

export const action = formAction(({ program = '' }) => affiliateApplications.get(program), notFound)
export const headers = formHeaders

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const program = data?.program

  return pageMeta({
    matches,
    seo: program && { image: null, ...program.seo },
    crumbs: [
      { name: program?.page?.back ?? '', path: '/affiliates' },
      { name: program?.title ?? '' },
    ],
  })
}

export default function AffiliateApply() {
  const { program, metrics, now, defaults } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const { programs } = useWords().programs
  const { title, intro, steps, page } = program
  return (
    <>
      <PageHero
        eyebrow={<Breadcrumb label={page?.back ?? programs} href="/affiliates" />}
        title={title}
      >
        <p className="max-w-text text-lg">{intro}</p>
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-14 py-8 lg:grid-cols-12 lg:py-16">
        <div className="lg:col-span-7">
          <AffiliateForm
            action={pathOf(program.key)}
            response={response}
            defaults={defaults}
            program={program}
          />
        </div>
        <aside className="grid content-start gap-10 lg:col-span-4 lg:col-start-9">
          <ProgramFacts program={program} rateNote={program.rateNote} now={now} />
        </aside>
      </div>
      <div className="line-above">
        <Steps steps={steps} />
      </div>
      <MetricsDetails metrics={metrics} />
    </>
  )
}
