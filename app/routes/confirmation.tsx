import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { checkParameters, fieldsToCheck } from 'halvi-leads/forms/doubts'
import { onboarding } from 'halvi-leads/forms/onboarding'
import { loadOptional } from 'halvi-site/content/load-page'
import { CONFIRMATION_QUERY } from 'halvi-site/content/queries/applications'
import { addressIn } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'
import { LastStep } from '../components/applicant/last-step.tsx'
import { Island } from '../components/islands/island.tsx'
import { ShareLink } from '../components/islands/share-link.tsx'
import { Link } from '../components/link.tsx'
import { CheckDetails } from '../components/sections/check-details.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { NextSteps } from '../components/sections/steps.tsx'
import { Text } from '../components/text/text.tsx'
import { joinedToday } from '../metrics/load-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { mailState, sendAgain } from '../sent-application.server.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = {
  scripts: ['islands'],
  cache: { seconds: 10, query: ['form', ...checkParameters] },
}

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const content = await loadOptional(args, CONFIRMATION_QUERY, ['dashboard', 'instagramUrl'])
  const form = new URL(request.url).searchParams.get('form')
  const mail = await mailState({ context, request })
  const page = {
    content,
    doubts: fieldsToCheck(request.url),
    /** The texts for businesses that have applied, shown above the texts for everyone on the waitlist. */
    applied: form === onboarding.name ? (content?.onboarding ?? null) : null,
    mail,
    shareUrl:
      content?.shareUrl ?? context.siteUrl + addressIn(context.language, '/').replace(/\/$/, ''),
    joined: await joinedToday(context, content?.dashboard),
  }
  return data(page, mail?.email ? { headers: { 'Cache-Control': 'no-store' } } : undefined)
}

export const action = sendAgain
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    unlisted: true,
    seo: data?.content && {
      ...data.content.seo,
      title: data.applied?.title ?? data.content.seo?.title,
    },
  })

export default function Confirmation() {
  const { content, doubts, applied, mail, shareUrl, joined } = useLoaderData<typeof loader>()
  const rejected = useActionData<{ message: string }>()?.message
  const { site: words, applicants } = useWords()
  const title = content?.title ?? applicants.waitlist
  return (
    <>
      <PageHero title={applied?.title ?? title}>
        {mail && <LastStep mail={mail} rejected={rejected} />}
        <Text value={applied ? applied.intro : content?.intro} className="text-lg" />
        <CheckDetails fields={doubts} />
        <p className="mt-8 flex flex-wrap gap-3">
          {content?.instagramUrl && (
            <Link href={content.instagramUrl} className={`button ${mail ? 'button-outline' : ''}`}>
              {content.follow}
            </Link>
          )}
          {content?.explore && (
            <Link href="/index" className="button button-outline">
              {content.explore}
            </Link>
          )}
        </p>
      </PageHero>
      <NextSteps content={applied ? applied.next : content?.next} />
      {joined && (
        <p className="shell pb-8 text-sm text-muted" data-figure="joinedToday">
          {joined}
          {content?.dashboard?.source === 'simulated' &&
            ` (${content.dashboard.badge ?? words.sample})`}
        </p>
      )}
      {(applied || !mail) && (
        <div className="line-above">
          <div className="shell grid gap-x-8 gap-y-12 py-14 lg:grid-cols-12 lg:py-20">
            <div className="lg:col-span-7">
              {applied && (
                <div className="mb-8">
                  <h2 className="text-2xl">{title}</h2>
                  <Text value={content?.intro} className="mt-4 text-muted" />
                </div>
              )}
              {/* Until the address is confirmed, the link would count for nobody. */}
              {!mail && (
                <Island
                  name="ShareLink"
                  component={ShareLink}
                  start="press"
                  props={{
                    url: shareUrl,
                    label: content?.linkLabel ?? applicants.linkLabel,
                    share: content?.share ?? applicants.copy,
                    copied: content?.copied ?? words.copied,
                    message: content?.copiedMessage ?? words.copiedMessage,
                  }}
                />
              )}
            </div>
          </div>
        </div>
      )}
    </>
  )
}
