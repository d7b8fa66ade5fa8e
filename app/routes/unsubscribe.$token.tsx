import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { earlyAction, readPersonalForm } from 'halvi-leads/submit'
import { WORDS_QUERY } from 'halvi-site/content/queries/settings'
import { type Words, wordsOf } from 'halvi-site/words/words'
import type { PersonalMessage } from '../components/applicant/message.tsx'

// The same page as for confirming, with another message.
export { default, handle, headers, meta } from './confirm.$token.tsx'

/** Changes nothing, because mail scanners open links. */
export async function loader({ context, params: { token = '' } }: LoaderFunctionArgs) {
  const isSubscribed = await context.leads.applicants.isSubscribed(token)
  const texts = wordsOf(await context.content.fetch(WORDS_QUERY), context.language).applicants
  return data(messageFor(isSubscribed, texts), isSubscribed === undefined ? 404 : 200)
}

function messageFor(
  isSubscribed: boolean | undefined,
  texts: Words['applicants'],
): PersonalMessage {
  if (isSubscribed === undefined) return { title: texts.brokenTitle, text: texts.brokenText }
  if (isSubscribed) {
    const form = { action: 'unsubscribe', button: texts.unsubscribe, large: true }
    return { title: texts.unsubscribeTitle, text: texts.unsubscribeText, form }
  }
  const form = { action: 'subscribe', button: texts.subscribe, outline: true }
  return { title: texts.doneTitle, text: texts.doneText, form }
}

/**
 * Unsubscribes people, by the page's button or by their mail service in one click (RFC 8058). Some services send that
 * click with another content type or none, so a body that is not a form is one, too. A click gets a response without
 * a page, which no service reads.
 */
export const action = earlyAction(
  async ({ context, params: { token = '' }, request }: ActionFunctionArgs) => {
    const { applicants } = context.leads
    let isOneClick = false
    // A mail service sends the clicks of all its users from a few networks, so each working link counts for itself.
    const read = await readPersonalForm({ request, context }, async (body) => {
      isOneClick = !body || body.get('List-Unsubscribe') === 'One-Click'
      const isWorking = isOneClick && (await applicants.isSubscribed(token)) !== undefined
      return isWorking ? token : undefined
    })
    if ('status' in read && read.status === 429) {
      return isOneClick ? new Response(null, read) : data({ message: read.message }, read)
    }
    const body = 'body' in read ? read.body : undefined
    const isDone = await applicants.subscribe(token, body?.get('action') === 'subscribe')
    if (isOneClick) return new Response(null, { status: isDone ? 200 : 404 })
    return redirect(`/unsubscribe/${encodeURIComponent(token)}`, 303)
  },
)
