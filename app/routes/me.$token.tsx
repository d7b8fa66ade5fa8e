import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ActionData } from 'halvi-leads/forms/action-data'
import { checkCorrection, ownApplication } from 'halvi-leads/forms/own-application'
import { earlyAction, formHeaders, readPersonalForm } from 'halvi-leads/submit'
import { WORDS_QUERY } from 'halvi-site/content/queries/settings'
import { addressIn } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'
import { wordsOf } from 'halvi-site/words/words'
import { OwnPage } from '../components/applicant/own-page.tsx'
import { MessagePage } from '../components/sections/message-page.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { personalMeta } from '../seo/personal-meta.ts'

export const handle: RouteHandle = { scripts: ['form', 'islands'], isPersonal: true }
export const headers = formHeaders

/** The kinds of applications that staff decide about. */
const reviewedKinds: readonly string[] = ['onboarding', 'affiliate']

/** Stands for the token on the page after a person's data was erased. */
const erased = 'erased'

export async function loader({ context, params: { token = '' }, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const { content, language, siteUrl } = context
  const reviewTime = await content.fact('reviewTime')
  const texts = wordsOf(await content.fetch(WORDS_QUERY), language).applicants
  const isErased = token === erased
  const view = {
    /** The last number of a text such as "2-3 business days". */
    reviewDays: Number(/(?<!\d)\d+(?=\D*$)/.exec(reviewTime ?? '') ?? 3),
    edited: query.get('edit'),
    isErasing: query.has('erase'),
    message: query.has('confirmed')
      ? texts.confirmed
      : query.has('saved')
        ? texts.saved
        : undefined,
  }
  const found = await context.leads.applicants.page(token)
  if (!found) {
    const { erasedTitle, erasedText, brokenTitle, brokenText } = texts
    const [title, text] = isErased ? [erasedTitle, erasedText] : [brokenTitle, brokenText]
    return data({ ...view, page: null, title, text, now: 0 }, isErased ? 200 : 404)
  }
  const { code, applications, email: _, ...rest } = found
  const own = applications.map(ownApplication)
  const page = {
    ...rest,
    referralUrl: code && siteUrl + addressIn(language, `/r/${code}`),
    applications: own,
    isReviewed: reviewedKinds.includes(own[0]?.kind ?? ''),
  }
  const title = page.isReviewed ? texts.reviewTitle : texts.ownTitle
  return data({ ...view, page, title, text: '', now: Date.now() }, 200)
}

export const action = earlyAction(
  async ({ context, params: { token = '' }, request }: ActionFunctionArgs) => {
    const { applicants } = context.leads
    const read = await readPersonalForm({ request, context })
    if (!('body' in read)) return data<ActionData>({ message: read.message }, read)
    const { body } = read
    switch (body.get('action')) {
      case 'listed':
        await applicants.setListed(token, body.get('listed') === 'on')
        break
      case 'subscribe':
      case 'unsubscribe':
        await applicants.subscribe(token, body.get('action') === 'subscribe', 'page')
        break
      case 'correct': {
        const id = String(body.get('id'))
        const application = (await applicants.page(token))?.applications.find(
          (one) => one.id === id,
        )
        if (!application) break
        const checked = checkCorrection(application, body)
        if (!('payload' in checked)) return data<ActionData>(checked, 400)
        await applicants.correct(token, id, checked.payload)
        break
      }
      case 'erase':
        if (await applicants.erase(token)) return redirect(`/me/${erased}`, 303)
    }
    return redirect(`/me/${encodeURIComponent(token)}?saved`, 303)
  },
)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  personalMeta(matches, data?.title)

export default function Me() {
  const { page, title, text, ...view } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const { home } = useWords().site
  if (!page) return <MessagePage title={title} text={text} home={home} />
  return <OwnPage page={page} title={title} response={response} {...view} />
}
