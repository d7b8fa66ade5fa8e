import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import {
  BusyError,
  CursorError,
  InvalidInputError,
  MessageUnavailableError,
  TooManyLeadsError,
  TooManyViewsError,
} from 'halvi-leads'
import type { Logger } from 'pino'
import type { ApiContext, FileResponse, StaffEndpoint } from './endpoint.ts'
import type { Member, Staff } from './member.ts'
import { ownOriginOnly } from './own-origin.ts'
import { invalidValue, ProblemError } from './problem.ts'
import { readBody, readQuery } from './read-request.ts'
import { sendFile } from './send-file.ts'

interface StaffApi {
  endpoints: readonly StaffEndpoint[]
  leads: ApiContext['leads']
  staff: Staff
  /** Counts rejected requests. */
  countRejection: (limit: string) => void
  log: Logger
}

/**
 * Returns the API of the Studio's tool Leads. Only pages of this site may use it. Each endpoint requires
 * a permission. Responses are JSON and never cached.
 */
export function staffApi(parts: StaffApi): Router {
  const { endpoints, leads, staff, countRejection, log } = parts
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store').vary('Cookie').vary('Authorization')
    next()
  })
  router.use(ownOriginOnly)

  async function memberOf(request: Request): Promise<Member> {
    const member = await staff.memberOf(request)
    if (!member) throw new ProblemError(401, 'Please sign in to the Studio')
    return member
  }
  const members = new WeakMap<Request, Member>()
  const requirePermission = ({ permission }: Pick<StaffEndpoint, 'permission'>) =>
    asyncHandler(async (request, _response, next) => {
      if (permission === 'ticket' && !staff.byCookie) return next()
      const member = await memberOf(request)
      members.set(request, member)
      const required = permission === 'ticket' ? 'leads:export' : permission
      if (required !== 'signed-in' && !member.permissions.includes(required)) {
        throw new ProblemError(403, 'Your role does not allow this')
      }
      next()
    })

  const handleWith = (each: StaffEndpoint) =>
    asyncHandler(async (request, response) => {
      const by = members.get(request)
      const staffRequest = {
        by,
        id: idIn(request),
        query: readQuery(each, searchOf(request)),
        body: each.body ? readBody(each, request.body) : undefined,
        ...{ leads, staff },
      }
      if (by && !by.isRecent && each.needsRecentSignIn?.(staffRequest.body)) {
        throw new ProblemError(403, 'Enter your password again to do this', {
          type: 'reauthenticate',
        })
      }
      if (each.permission === 'ticket' && request.method === 'HEAD') {
        throw new ProblemError(405, 'Tickets support only GET')
      }
      const result = await each.handle(staffRequest)
      if (response.destroyed) return
      if (each.file) await sendFile(response, each.file, result as FileResponse)
      else if (each.response) response.json(result)
      else response.status(204).end()
    })

  for (const each of endpoints) {
    const verb = each.method.toLowerCase() as Lowercase<StaffEndpoint['method']>
    const body = each.body ? [jsonBody(each)] : []
    router[verb](each.path, requirePermission(each), ...body, handleWith(each))
  }
  router.use(requirePermission({ permission: 'signed-in' }))
  router.use((request) => {
    const allowed = endpoints.filter(({ path }) => isAt(path, request.path))
    if (allowed.length === 0) throw new ProblemError(404, unknownUrl)
    request.res?.set('Allow', allowed.map(({ method }) => method).join(', '))
    throw new ProblemError(405, 'This URL does not support this method')
  })
  router.use(failed(countRejection, log))
  return router
}

const unknownUrl = 'This URL does not exist'

/** The form of all stored ids. Others are rejected without a query. */
const idPattern = /^[\w-]{1,100}$/

function idIn({ params }: Request): string {
  const [id] = Object.values(params)
  if (id !== undefined && !idPattern.test(id)) throw new ProblemError(404, unknownUrl)
  return id ?? ''
}

function searchOf({ originalUrl }: Request): URLSearchParams {
  const start = originalUrl.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start))
}

function isAt(path: string, requested: string): boolean {
  const [ours, theirs] = [path, requested].map((one) => one.split('/'))
  return (
    ours?.length === theirs?.length &&
    ours?.every((part, index) => part.startsWith(':') || part === theirs?.[index]) === true
  )
}

/** A note of 10,000 characters in any script, or a filter with a long search. */
const defaultMaxBodyBytes = 64 * 1024

function jsonBody({ maxBodyBytes = defaultMaxBodyBytes }: StaffEndpoint): RequestHandler {
  const parse = express.json({ limit: maxBodyBytes, inflate: false, type: 'application/json' })
  return (request, response, next) => {
    if (!request.is('application/json')) throw new ProblemError(415, 'The body must be JSON')
    parse(request, response, next)
  }
}

function failed(countRejection: StaffApi['countRejection'], log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = problemOf(error)
    // The client has disconnected.
    if (error instanceof Error && error.name === 'AbortError') return response.destroy()
    if (!problem) (request.log ?? log).error({ err: error }, 'staff request failed')
    const { status, message, rest } =
      problem ??
      new ProblemError(500, `Something went wrong on our side. Request id: ${request.id}`)
    if ([401, 403, 429].includes(status)) countRejection('staff')
    if (response.headersSent) return response.destroy()
    if (!request.readableEnded) request.resume()
    if (status === 429 || status === 503) response.set('Retry-After', '5')
    if (status === 401) response.set('WWW-Authenticate', 'Bearer')
    return response.status(status).json({ error: message, ...rest })
  }
}

/** The statuses of errors whose message is for the client. */
const statuses = [
  [CursorError, 400],
  [TooManyLeadsError, 400],
  [TooManyViewsError, 409],
  [MessageUnavailableError, 503],
] as const

function problemOf(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  if (error instanceof BusyError) {
    const message = 'Leads are currently unavailable. Please try again in a few seconds'
    return new ProblemError(503, message)
  }
  for (const [kind, status] of statuses) {
    if (error instanceof kind) return new ProblemError(status, error.message)
  }
  if (error instanceof InvalidInputError) return invalidValue('forms', error.message)
  // Errors of Express for a body or path that it can't parse.
  const { status } = error as { status?: unknown }
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (status === 413) return new ProblemError(413, 'The body is too large')
  return new ProblemError(
    status,
    status === 415 ? 'Encoded bodies are not supported' : 'The request could not be read',
  )
}
