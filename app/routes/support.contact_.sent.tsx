import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { checkParameters, fieldsToCheck } from 'halvi-leads/forms/doubts'
import { loadPage } from 'halvi-site/content/load-page'
import { CONTACT_QUERY } from 'halvi-site/content/queries/support'
import { useWords } from 'halvi-site/words/context'
import { Link } from '../components/link.tsx'
import { CheckDetails } from '../components/sections/check-details.tsx'
import { ContactCards } from '../components/sections/contact-cards.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { NextSteps } from '../components/sections/steps.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { cache: { seconds: 10, query: checkParameters } }

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, CONTACT_QUERY, {}, ['contact'])
  const sendsMail = await args.context.leads.applicants.sendsMail().catch(() => false)
  return { ...page, doubts: fieldsToCheck(args.request.url), sendsMail }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    unlisted: true,
    seo: data && {
      ...data.seo,
      title: data.success?.title ?? data.title,
      description: data.success?.text ?? data.seo.description,
    },
  })

export default function ContactSent() {
  const page = useLoaderData<typeof loader>()
  const { again, mailNote } = useWords().contact
  return (
    <>
      <PageHero title={page.success?.title ?? page.title}>
        <p className="max-w-text sm:text-lg">{page.success?.text}</p>
        {page.sendsMail && <p className="mt-4 max-w-text">{mailNote}</p>}
        <CheckDetails fields={page.doubts} />
        <p className="mt-8">
          <Link href="/support/contact" className="button">
            {page.success?.again ?? again}
          </Link>
        </p>
      </PageHero>
      <NextSteps content={page.success?.next} />
      <div className="line-above">
        <ContactCards page={page} />
      </div>
    </>
  )
}
