import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { networkOf } from 'halvi-kit/network'
import { formWords } from 'halvi-leads/forms/words'
import { sendErrorPage } from 'halvi-site/error-page'
import { discardBody, readBody } from '../connections/request-body.ts'
import { blockedLimits } from '../limits.ts'

/** Records that a submission was rejected with a status before it reached a form. */
export type OnRejected = (request: Request, status: number) => void

/**
 * Returns a handler that rejects submissions of a network that floods the forms, before it reads them. `blockedFor`
 * resolves to the remaining time in seconds.
 */
export function limitRate(
  blockedFor: (network: string) => Promise<number>,
  onRejected: OnRejected,
): RequestHandler {
  let delayed = 0
  return asyncHandler(async (request, response, next) => {
    if (request.method !== 'POST') return next()
    const wait = await blockedFor(networkOf(request.ip ?? '')).catch(() => 0)
    if (wait === 0) return next()
    discardBody(request)
    if (delayed < blockedLimits.maxDelayed) {
      delayed++
      await sleep(blockedLimits.delayMs).finally(() => delayed--)
    }
    onRejected(request, 429)
    const message = 'Too many forms have been sent from here. Please try again later.'
    sendErrorPage(response, 429, message, { 'Retry-After': String(wait) })
  })
}

/** Rejects submissions to paths without a form, before a page is rendered. */
export const knownFormsOnly: RequestHandler = ({ method, address: { route } }, response, next) => {
  if (method !== 'POST' || route?.hasAction) return next()
  if (!route) return sendErrorPage(response, 404, 'This page does not exist.')
  sendErrorPage(response, 405, 'This page has no form.', { Allow: 'GET, HEAD' })
}

/**
 * Returns a handler that reads the body of a submission into `request.body`, and discards other bodies. An unread
 * body in tiny pieces uses megabytes of memory, and a slow one would occupy a render slot.
 */
export function readForms(onRejected: OnRejected): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    if (request.method !== 'POST') {
      discardBody(request)
      return next()
    }
    request.body = await readBody(request, response)
    if (request.body !== undefined) return next()
    onRejected(request, 400)
    sendErrorPage(response, 400, formWords.forms.damaged)
  })
}
