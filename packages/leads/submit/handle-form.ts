import type { Logger } from 'pino'
import { type FirstTouch, firstTouchOf, touchParams } from '../first-touch.ts'
import {
  type ActionData,
  type FormValues,
  firstTouchField,
  honeypotField,
  referralField,
  stepField,
} from '../forms/action-data.ts'
import { confirmationUrl } from '../forms/doubts.ts'
import { type LeadForm, plainInput } from '../forms/form.ts'
import { ownAnswers } from '../forms/own-application.ts'
import { referralCode } from '../forms/prefill.ts'
import type { Submissions } from '../submissions.ts'
import { readFormBody, UnreadableBody } from './body.ts'
import { type EarlyAction, type EarlyContext, earlyAction } from './early-action.ts'
import { setSentCookie } from './sent-cookie.ts'

/** The part of a Remix action's arguments that a form uses. */
interface FormArgs<Context = unknown> {
  request: Request
  params: Params
  context: Context &
    EarlyContext & {
      leads: Submissions
      /** The body, if the server has read it already. */
      body?: Buffer | undefined
      /** The network whose submissions are counted together. */
      clientNetwork: string
      /** The language of the page. Default: English. */
      language?: { code: string }
      /** The language of the page with the form. Default: `language`. */
      formLanguage?: { code: string } | undefined
      /** Returns the address of a path in the language of the page. Default: the path. */
      addressOf?: (path: string) => string
      /** The site's public origin. */
      siteUrl?: string
      /** Whether the request may come from another site. */
      isUnvouched?: boolean
      log: Logger
    }
}

/** The response of a form's action, whose type `useActionData` infers from `json`. */
interface FormResponse extends Response {
  json(): Promise<ActionData>
}

/** Parameters in a route's path. */
type Params = Readonly<Record<string, string | undefined>>

/**
 * Handles the submission of any form: an action reads, counts, validates, stores, and delivers it. Returns `303` to
 * the form's confirmation page, with fields to check, or an `ActionData` as JSON for the form's page:
 *
 * - `200` for a button that does not send the form: nothing is stored
 * - `400` for a submission that breaks a rule, or a body that is damaged or not UTF-8
 * - `403` for a request that may come from another site
 * - `413` for a body that is too long, `415` for a body that is not a form
 * - `429` with `Retry-After` for too many submissions
 * - `502` when the endpoint did not accept it, `503` with `Retry-After` when it could not be stored
 */
export async function handleForm(form: LeadForm, args: FormArgs): Promise<FormResponse> {
  const response = await receive(form, args)
  args.context.leads.responded(form.name, response.status)
  return response
}

/** Retry-After of a submission that could not be stored, in seconds. */
const retryAfterSeconds = 30

async function receive(form: LeadForm, { request, context }: FormArgs): Promise<FormResponse> {
  // Counted first, because an unreadable body is a submission too, and so is one that may come from another site.
  const wait = await context.leads.consume(form.name, context.clientNetwork)

  let values: FormValues
  let spam: boolean
  let firstTouch: FirstTouch | undefined
  let code: string
  let step: unknown
  try {
    const body = await readFormBody(request, context.body)
    step = body.get(stepField)
    values = pick(body, form.fields)
    spam = Boolean(body.get(honeypotField))
    const field = String(body.get(firstTouchField) ?? '')
    const touch = touchParams(field, request.headers.get('referer'))
    firstTouch = firstTouchOf(touch)
    // After an error, the page's URL is the form's path without query parameters, so the page needs them here.
    values[firstTouchField] = String(touch)
    code = referralCode(body) || referralCode(new URLSearchParams(field))
    if (code) values[referralField] = code
  } catch (error) {
    if (error instanceof UnreadableBody) return respond(error.status, { message: error.word })
    throw error
  }
  if (wait > 0) {
    const data = { message: 'tooMany', minutes: Math.ceil(wait / 60), values } as const
    return respond(429, data, { 'Retry-After': String(wait) })
  }
  if (context.isUnvouched) return respond(403, { message: 'unvouched', values })

  if (step === 'fill') return respond(200, { message: '', values, step })
  try {
    const checked = form.check(values)
    if (!('payload' in checked)) return respond(400, { ...checked, values })

    const { payload } = checked
    const { name, delivered } = form
    if (step === 'check') {
      return respond(200, { message: '', values, step, checked: ownAnswers(payload) })
    }
    const network = await context.leads.hashNetwork(context.clientNetwork)
    const referral = code || undefined
    const language = (context.formLanguage ?? context.language)?.code
    const submission = {
      ...{ form: name, payload, spam, delivered },
      ...{ firstTouch, language, referral, network },
    }
    let answered: string | undefined
    const receipt = await context.leads.receive(submission, (id) => {
      answered = id
    })
    if (receipt === 'undelivered') return respond(502, { message: 'failed', values })
    const Location = confirmationUrl(form.confirmation, payload)
    const headers = new Headers({ Location })
    if (answered && form.isApplication !== false) {
      const secure = context.siteUrl?.startsWith('https:') === true
      const page = context.addressOf?.(form.confirmation) ?? form.confirmation
      headers.set('Set-Cookie', setSentCookie(answered, page, secure))
    }
    return new Response(null, { status: 303, headers })
  } catch (error) {
    context.log.error({ err: error, form: form.name }, 'submission not stored')
    const headers = { 'Retry-After': String(retryAfterSeconds) }
    return respond(503, { message: 'failed', values }, headers)
  }
}

/** A route's action. `formOf` shows the server which form the route accepts. */
export interface FormAction<Context = unknown>
  extends EarlyAction<FormArgs<Context>, FormResponse> {
  /** Returns the form that is submitted to the route, from the parameters in its path. */
  formOf(params: Params): LeadForm | undefined
}

/**
 * Returns the `action` of a route with a form, or with a form that depends on the path's parameters. If there is no
 * such form, the action throws the response of `missing`.
 */
export function formAction<Context = unknown>(
  form: LeadForm | ((params: Params) => LeadForm | undefined),
  missing = async (_args: FormArgs<Context>) => new Response(null, { status: 404 }),
): FormAction<Context> {
  const formOf = typeof form === 'function' ? form : () => form
  const action = earlyAction(async (args: FormArgs<Context>) => {
    const found = formOf(args.params)
    if (!found) throw await missing(args)
    return handleForm(found, args)
  })
  return Object.assign(action, { formOf })
}

/** Returns a form route's `headers`. Without it, Remix drops the action's headers from the page. */
export const formHeaders = ({ actionHeaders }: { actionHeaders: Headers }) => actionHeaders

function respond(status: number, body: ActionData, headers: Record<string, string> = {}) {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Returns the documented fields only. */
function pick(body: FormData | URLSearchParams, fields: LeadForm['fields']): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [
      name,
      kind === 'many'
        ? [...new Set(body.getAll(name).map(plainInput))]
        : plainInput(body.get(name)),
    ]),
  )
}
