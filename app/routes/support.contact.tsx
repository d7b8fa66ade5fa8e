import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ContactCards } from '../components/sections/contact-cards.tsx'
import { ContactForm } from '../components/sections/contact-form.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { SplitSection } from '../components/sections/split-section.tsx'
import { Text } from '../components/text/text.tsx'
import { CONTACT_QUERY } from '../content/queries/support.ts'
import { contact } from '../leads/forms/contact.ts'
import { sendForm, unlessSubmitted } from '../leads/submit/browser.ts'
import { formHeaders, receiveForm } from '../leads/submit/handle-form.ts'
import { missingPage } from '../missing-page.ts'
import { pageMeta } from '../seo.ts'

const path = '/support/contact'

export const handle = { hydrate: true }

export async function loader(args: LoaderFunctionArgs) {
  const page = await args.context.content.fetch(CONTACT_QUERY)
  if (!page) throw await missingPage(args)
  return page
}

export const action = (args: ActionFunctionArgs) => receiveForm(contact, args)
export const clientAction = sendForm
export const headers = formHeaders
export const shouldRevalidate = unlessSubmitted

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({ matches, path, seo: data?.seo, crumbs: [{ name: data?.title ?? '', path }] })

export default function Contact() {
  const page = useLoaderData<typeof loader>()
  return (
    <>
      <PageHero title={page.title}>
        <Text value={page.intro} className="text-lg" />
      </PageHero>
      <ContactCards page={page} />
      <div className="bg-sunken">
        <SplitSection heading={page.formHeading}>
          <ContactForm submit={page.submit} />
        </SplitSection>
      </div>
    </>
  )
}
