import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formHeaders } from 'halvi-leads/submit'
import { readPersonalForm } from 'halvi-leads/submit/personal-form'
import { ActionForm, Rejection } from '../components/applicant/action-form.tsx'
import { type ApplicantTexts, applicantTexts } from '../components/applicant/texts.ts'
import { MessagePage } from '../components/sections/message-page.tsx'
import { APPLICANT_PAGES_QUERY } from '../content/queries/applicants.ts'
import type { RouteHandle } from '../route-handle.ts'
import { personalMeta } from '../seo/personal-meta.ts'

export const handle: RouteHandle = { isPersonal: true }
export const headers = formHeaders

/** Changes nothing, because mail scanners open links. */
export async function loader({ context, params: { token = '' } }: LoaderFunctionArgs) {
  const isSubscribed = await context.leads.applicants.isSubscribed(token)
  const texts = applicantTexts(await context.content.fetch(APPLICANT_PAGES_QUERY))
  return data({ isSubscribed, texts }, isSubscribed === undefined ? 404 : 200)
}

/** Unsubscribes people, by the page's button or by their mail service in one click (RFC 8058). */
export async function action({ context, params: { token = '' }, request }: ActionFunctionArgs) {
  const { applicants } = context.leads
  const isOneClick = (body: FormData | URLSearchParams) =>
    body.get('List-Unsubscribe') === 'One-Click'
  // A mail service sends the clicks of all its users from a few networks, so working links do not count.
  const read = await readPersonalForm(
    { request, context },
    async (body) => isOneClick(body) && (await applicants.isSubscribed(token)) !== undefined,
  )
  if (!('body' in read)) return data({ message: read.message }, read)
  const isDone = await applicants.subscribe(token, read.body.get('action') === 'subscribe')
  if (isOneClick(read.body)) return data({ message: '' }, isDone ? 200 : 404)
  return redirect(`/unsubscribe/${encodeURIComponent(token)}`, 303)
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  personalMeta(data && titlesOf(data).title)

function titlesOf({
  isSubscribed,
  texts,
}: {
  isSubscribed?: boolean | undefined
  texts: ApplicantTexts
}) {
  if (isSubscribed === undefined) return { title: texts.brokenTitle, text: texts.brokenText }
  return isSubscribed
    ? { title: texts.unsubscribeTitle, text: texts.unsubscribeText }
    : { title: texts.doneTitle, text: texts.doneText }
}

export default function Unsubscribe() {
  const page = useLoaderData<typeof loader>()
  const { isSubscribed, texts } = page
  const rejected = useActionData<typeof action>()
  return (
    <MessagePage {...titlesOf(page)}>
      <Rejection message={rejected?.message} />
      {isSubscribed === true && (
        <ActionForm action="unsubscribe" button={texts.unsubscribe} large />
      )}
      {isSubscribed === false && <ActionForm action="subscribe" button={texts.subscribe} outline />}
    </MessagePage>
  )
}
