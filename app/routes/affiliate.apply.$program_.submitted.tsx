import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { checkParameters, fieldsToCheck } from 'halvi-leads/forms/doubts'
import { loadPage } from 'halvi-site/content/load-page'
import { APPLY_QUERY } from 'halvi-site/content/queries/applications'
import { useWords } from 'halvi-site/words/context'
import { LastStep } from '../components/applicant/last-step.tsx'
import { ArrivalToast } from '../components/islands/arrival-toast.tsx'
import { Island } from '../components/islands/island.tsx'
import { Link } from '../components/link.tsx'
import { CheckDetails } from '../components/sections/check-details.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { NextSteps } from '../components/sections/steps.tsx'
import { plainText } from '../components/text/plain-text.ts'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { mailState, sendAgain } from '../sent-application.server.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = {
  scripts: ['islands'],
  cache: { seconds: 10, query: checkParameters },
}

export async function loader(args: LoaderFunctionArgs) {
  const program = await loadPage(args, APPLY_QUERY, { key: args.params.program })
  const mail = await mailState(args)
  const page = { program, mail, doubts: fieldsToCheck(args.request.url) }
  return data(page, mail?.email ? { headers: { 'Cache-Control': 'no-store' } } : undefined)
}

export const action = sendAgain
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { page, seo } = data?.program ?? {}
  return pageMeta({
    matches,
    unlisted: true,
    seo: seo && {
      title: page?.success?.title ?? seo.title,
      description: plainText(page?.success?.text) || seo.description,
      image: null,
    },
  })
}

export default function AffiliateSubmitted() {
  const { program, mail, doubts } = useLoaderData<typeof loader>()
  const rejected = useActionData<{ message: string }>()?.message
  const { affiliate: words, site } = useWords()
  const { page } = program
  return (
    <>
      <PageHero title={page?.success?.title ?? words.submitted}>
        {mail && <LastStep mail={mail} rejected={rejected} />}
        <Text value={page?.success?.text} className="text-lg" />
        <CheckDetails fields={doubts} />
        <p className="mt-8">
          <Link href="/" className="button">
            {page?.success?.home ?? site.home}
          </Link>
        </p>
      </PageHero>
      <NextSteps content={page?.success?.next} />
      <Island
        name="ArrivalToast"
        component={ArrivalToast}
        start="idle"
        props={{ message: words.submitted }}
      />
    </>
  )
}
