import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { contact } from 'halvi-leads/forms/contact'
import { formAction, formHeaders } from 'halvi-leads/submit'
import { loadPage } from 'halvi-site/content/load-page'
import { CONTACT_QUERY } from 'halvi-site/content/queries/support'
import { ContactForm } from '../components/form/contact-form.tsx'
import { ContactCards } from '../components/sections/contact-cards.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { SplitSection } from '../components/sections/split-section.tsx'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { titledMeta } from '../seo/meta.ts'

const path = '/support/contact'

export const handle: RouteHandle = { scripts: ['form'], skipTo: 'contact', cache: { seconds: 600 } }

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, CONTACT_QUERY, {}, ['contact', 'privacy'])

export const action = formAction(contact)
export const headers = formHeaders

export const meta = titledMeta

export default function Contact() {
  const page = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  return (
    <>
      <PageHero title={page.title}>
        <Text value={page.intro} className="text-lg" />
      </PageHero>
      <div className="bg-sunken">
        <SplitSection heading={page.formHeading}>
          <ContactForm
            action={path}
            response={response}
            submit={page.submit}
            privacy={page.privacy}
          />
        </SplitSection>
      </div>
      <ContactCards page={page} />
    </>
  )
}
