import { earlyAction, readPersonalForm, sentIdIn } from 'halvi-leads/submit'
import type { SiteContext } from './handler/context.ts'

interface Args {
  context: SiteContext
  request: Request
}

/** The state of the answer by mail, for a confirmation page. */
export interface MailState {
  /** The address in the visitor's own application; undefined in a browser without cookies, or after some time. */
  email?: string | undefined
  /** Whether the visitor has asked for another message. */
  isAgain: boolean
}

/**
 * Returns what a confirmation page says about the answer by mail, or undefined while mail is off. It is the same for
 * people who are new, known, or get no mail.
 */
export async function mailState({ context, request }: Args): Promise<MailState | undefined> {
  const { applicants } = context.leads
  if (!(await applicants.sendsMail().catch(() => false))) return undefined
  const id = sentIdIn(request.headers.get('cookie'))
  const email = id === undefined ? undefined : await applicants.sentTo(id).catch(() => undefined)
  return { email, isAgain: new URL(request.url).searchParams.has('again') }
}

/** Sends the request to confirm an application again, and returns to its confirmation page. */
export const sendAgain = earlyAction(async ({ context, request }: Args): Promise<Response> => {
  const read = await readPersonalForm({ request, context })
  if (!('body' in read)) return Response.json({ message: read.message }, read)
  const { applicants } = context.leads
  const id = sentIdIn(request.headers.get('cookie'))
  if (id && (await applicants.sentTo(id)) !== undefined) await applicants.sendAgain(id)
  const { searchParams } = new URL(request.url)
  searchParams.set('again', '')
  // The same page, in any language.
  const Location = `?${searchParams}`
  return new Response(null, { status: 303, headers: { Location } })
})
