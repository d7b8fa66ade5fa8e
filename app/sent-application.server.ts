import { readPersonalForm, sentIdIn } from 'halvi-leads/submit'
import type { SiteContext } from './context.ts'

interface Args {
  context: SiteContext
  request: Request
}

/** The state of the answer by mail, for a confirmation page. */
export interface MailState {
  /** The answer to the visitor's own application; undefined in a browser without cookies, or after some time. */
  own?: { email: string; isSent: boolean; isConfirmed: boolean } | undefined
  /** Whether the visitor has asked for another message. */
  isAgain: boolean
}

/** Returns what a confirmation page says about the answer by mail, or undefined while mail is off. */
export async function mailState({ context, request }: Args): Promise<MailState | undefined> {
  const { applicants } = context.leads
  if (!(await applicants.sendsMail().catch(() => false))) return undefined
  const id = sentIdIn(request.headers.get('cookie'))
  const own = id === undefined ? undefined : await applicants.answerTo(id).catch(() => undefined)
  return { own, isAgain: new URL(request.url).searchParams.has('again') }
}

/** Sends the request to confirm an application again, and returns to its confirmation page. */
export async function sendAgain({ context, request }: Args): Promise<Response> {
  const read = await readPersonalForm({ request, context })
  if (!('body' in read)) return Response.json({ message: read.message }, read)
  const { applicants } = context.leads
  const id = sentIdIn(request.headers.get('cookie'))
  const own = id === undefined ? undefined : await applicants.answerTo(id)
  if (id && own && !own.isConfirmed) await applicants.sendAgain(id)
  const { searchParams } = new URL(request.url)
  searchParams.set('again', '')
  // The same page, in any language.
  const Location = `?${searchParams}`
  return new Response(null, { status: 303, headers: { Location } })
}
