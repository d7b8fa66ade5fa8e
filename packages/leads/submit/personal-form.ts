import type { WordKey } from '../forms/words.ts'
import type { Submissions } from '../submissions.ts'
import { readFormBody, UnreadableBody } from './body.ts'

/** The arguments of an action that this module uses. */
interface Args {
  request: Request
  context: {
    leads: Pick<Submissions, 'consume'>
    body?: Buffer | undefined
    clientNetwork: string
  }
}

/** A form that was rejected, with the status of the response and the key of the word for the visitor. */
export interface RejectedForm {
  status: number
  message: WordKey | ''
  headers: Record<string, string>
}

/**
 * Reads a form of a page with a personal link, after counting it for the rate limit of such pages. Resolves to its
 * fields, or to the reason why it is rejected.
 *
 * @param countedAs returns under which name a body counts, which is undefined if it can't be read. By default, each
 *   network counts.
 */
export async function readPersonalForm(
  { request, context }: Args,
  countedAs: (
    body: FormData | URLSearchParams | undefined,
  ) => Promise<string | undefined> = async () => undefined,
): Promise<{ body: FormData | URLSearchParams } | RejectedForm> {
  let body: FormData | URLSearchParams | undefined
  let unreadable: UnreadableBody | undefined
  try {
    body = await readFormBody(request, context.body)
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error
    unreadable = error
  }
  const client = (await countedAs(body)) ?? context.clientNetwork
  const wait = await context.leads.consume('personal', client)
  if (wait > 0) {
    return { status: 429, message: 'tooManyPersonal', headers: { 'Retry-After': String(wait) } }
  }
  if (body) return { body }
  return { status: unreadable?.status ?? 400, message: unreadable?.word ?? '', headers: {} }
}
