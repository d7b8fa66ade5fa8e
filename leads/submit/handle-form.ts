import type { Logger } from 'pino'
import { type FirstTouch, firstTouchOf, touchParams } from '../first-touch.ts'
import {
  type ActionData,
  type FormValues,
  firstTouchField,
  honeypotField,
  somethingWentWrong,
} from '../forms/action-data.ts'
import { confirmationOf } from '../forms/doubts.ts'
import type { LeadForm } from '../forms/form.ts'
import type { Submissions } from '../submissions.ts'
import { readFormBody, UnreadableBody } from './body.ts'

/** What an action is called with, as far as a form needs it. */
interface FormArgs<Context = unknown> {
  request: Request
  params: Params
  context: Context & {
    leads: Submissions
    /** Whose submissions are counted together. */
    clientNetwork: string
    /** Whether it may come from another site. */
    isUnvouched?: boolean
    log: Logger
  }
}

/** A page's `useActionData` learns from `json` what it is told. */
interface FormResponse extends Response {
  json(): Promise<ActionData>
}

/** The parameters in a route's path. */
type Params = Readonly<Record<string, string | undefined>>

/**
 * The one way that all forms go: an action reads, counts, checks, stores and delivers what was
 * submitted. Answers `303` to the form's confirmation (with what the visitor should check), or an `ActionData` as JSON for the form's page:
 *
 * - `400` for what the rules refuse, or a body that is damaged or not UTF-8
 * - `403` for what may come from another site, as the server finds
 * - `413` for a body that is too long, `415` for one that is no form's
 * - `429` with `Retry-After` for one submission too many
 * - `502` when the endpoint did not accept it, `503` with `Retry-After` when it could not be stored
 */
export async function handleForm(form: LeadForm, args: FormArgs): Promise<FormResponse> {
  const response = await receive(form, args)
  args.context.leads.answered(form.name, response.status)
  return response
}

/** When a submission that could not be stored may be sent again, in seconds. */
const retryAfterSeconds = 30

async function receive(form: LeadForm, { request, context }: FormArgs): Promise<FormResponse> {
  // Counted first: what can't be read is a submission too. What another site sends is not the visitor's.
  const wait = context.isUnvouched
    ? 0
    : await context.leads.consume(form.name, context.clientNetwork)

  let values: FormValues
  let spam: boolean
  let firstTouch: FirstTouch | undefined
  try {
    const body = await readFormBody(request)
    values = pick(body, form.fields)
    spam = Boolean(body.get(honeypotField))
    const field = String(body.get(firstTouchField) ?? '')
    const touch = touchParams(field, request.headers.get('referer'))
    firstTouch = firstTouchOf(touch)
    // A page that says what is wrong is at the form's path, without the parameters.
    values[firstTouchField] = String(touch)
  } catch (error) {
    if (error instanceof UnreadableBody) return answer(error.status, { message: error.message })
    throw error
  }
  if (context.isUnvouched) return answer(403, { message: unvouched, values })
  if (wait > 0) {
    const message = `You have sent this form very often. Please try again in ${duration(wait)}.`
    return answer(429, { message, values }, { 'Retry-After': String(wait) })
  }

  try {
    const checked = form.check(values)
    if (!('payload' in checked)) return answer(400, { ...checked, values })

    const { payload } = checked
    const { name, delivered } = form
    const submission = { form: name, payload, spam, delivered, firstTouch }
    const receipt = await context.leads.receive(submission)
    if (receipt === 'undelivered') return answer(502, { message: somethingWentWrong, values })
    const Location = confirmationOf(form.confirmation, payload)
    return new Response(null, { status: 303, headers: { Location } })
  } catch (error) {
    context.log.error({ err: error, form: form.name }, 'submission not stored')
    const headers = { 'Retry-After': String(retryAfterSeconds) }
    return answer(503, { message: somethingWentWrong, values }, headers)
  }
}

const unvouched =
  'Your browser did not say that this form was sent from this page. Please check it and send it again.'

/** A route's action, from which the server learns which form it takes. */
export interface FormAction<Context = unknown> {
  (args: FormArgs<Context>): Promise<FormResponse>
  /** The form that is submitted to the route, by the parameters in its path. */
  formOf(params: Params): LeadForm | undefined
}

/**
 * Returns the `action` of a route with a form, or with one that is found by the path's parameters.
 * Throws the response of `missing` where there is none.
 */
export function formAction<Context = unknown>(
  form: LeadForm | ((params: Params) => LeadForm | undefined),
  missing = async (_args: FormArgs<Context>) => new Response(null, { status: 404 }),
): FormAction<Context> {
  const formOf = typeof form === 'function' ? form : () => form
  const action = async (args: FormArgs<Context>) => {
    const found = formOf(args.params)
    if (!found) throw await missing(args)
    return handleForm(found, args)
  }
  return Object.assign(action, { formOf })
}

/** A form's `headers`: without it, Remix keeps the action's headers from the page. */
export const formHeaders = ({ actionHeaders }: { actionHeaders: Headers }) => actionHeaders

function answer(status: number, body: ActionData, headers: Record<string, string> = {}) {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Returns the documented fields alone, without NUL, which many receivers can't store, and with LF line ends. */
function pick(body: FormData | URLSearchParams, fields: LeadForm['fields']): FormValues {
  const clean = (value: unknown) =>
    String(value ?? '')
      .replaceAll('\0', '')
      .replace(/\r\n?/g, '\n')
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [
      name,
      kind === 'many' ? [...new Set(body.getAll(name).map(clean))] : clean(body.get(name)),
    ]),
  )
}

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
