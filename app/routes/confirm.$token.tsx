import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { earlyAction, formHeaders, readPersonalForm } from 'halvi-leads/submit'
import { WORDS_QUERY } from 'halvi-site/content/queries/settings'
import { type Words, wordsOf } from 'halvi-site/words/words'
import { type PersonalMessage, PersonalMessagePage } from '../components/applicant/message.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { personalMeta } from '../seo/personal-meta.ts'

export const handle: RouteHandle = { isPersonal: true }
export const headers = formHeaders

type State = keyof typeof statusOf
const statusOf = { valid: 200, sent: 200, used: 410, expired: 410, unknown: 404 }

/** Confirms nothing, because mail scanners open links. */
export async function loader({ context, params: { token = '' }, request }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has('sent')
  const state: State = isSent ? 'sent' : await context.leads.applicants.confirmState(token)
  const texts = wordsOf(await context.content.fetch(WORDS_QUERY), context.language).applicants
  return data(messageFor(state, texts), statusOf[state])
}

function messageFor(state: State, texts: Words['applicants']): PersonalMessage {
  const confirm = { action: 'confirm', button: texts.confirmButton, large: true }
  const again = { action: 'again', button: texts.expiredButton, large: true }
  return {
    valid: { title: texts.confirmTitle, text: texts.confirmText, form: confirm },
    sent: { title: texts.sentTitle, text: texts.sentText },
    used: {
      ...{ title: texts.usedTitle, text: texts.usedText },
      form: { action: 'again', button: texts.usedButton, large: true },
    },
    expired: { title: texts.expiredTitle, text: texts.expiredText, form: again },
    unknown: { title: texts.brokenTitle, text: texts.brokenText },
  }[state]
}

export const action = earlyAction(
  async ({ context, params: { token = '' }, request }: ActionFunctionArgs) => {
    const read = await readPersonalForm({ request, context })
    if (!('body' in read)) return data({ message: read.message }, read)
    const path = `/confirm/${encodeURIComponent(token)}`
    if (read.body.get('action') === 'again') {
      const result = await context.leads.applicants.askAgain(token)
      if (result === 'limited') return data({ message: 'notSent' }, 429)
      return redirect(result === 'sent' ? `${path}?sent` : path, 303)
    }
    const { pageToken } = await context.leads.applicants.confirm(token)
    return redirect(pageToken ? `/me/${pageToken}?confirmed` : path, 303)
  },
)

export const meta: MetaFunction = ({ data, matches }) =>
  personalMeta(matches, (data as PersonalMessage)?.title)

export default function Message() {
  const rejected = useActionData<{ message: string }>()
  return <PersonalMessagePage {...useLoaderData<PersonalMessage>()} rejected={rejected?.message} />
}
