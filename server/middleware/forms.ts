import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler } from 'express'
import type { Leads } from 'halvi-leads'
import { networkOf } from 'halvi-runtime/network'
import { blockedLimits } from '../limits.ts'
import { discardBody, readBody } from '../remix/request-body.ts'
import type { SiteRoute } from '../remix/site-routes.ts'
import { asyncHandler, sendErrorPage } from './error-page.ts'

/** Notes that a submission was answered with a status before any form has seen it. */
export type OnRejected = (request: Request, status: number) => void

/** Counts rejected submissions with those that the forms answer; a path without a form as `none`. */
export function countRejected(
  leads: Pick<Leads, 'answered'>,
  routeAt: (path: string) => SiteRoute | undefined,
): OnRejected {
  return (request, status) => leads.answered(routeAt(request.path)?.formName() ?? 'none', status)
}

/**
 * Rejects the forms of a network that floods them, before they are read. `blockedFor` resolves to seconds.
 */
export function limitRate(
  blockedFor: (network: string) => Promise<number>,
  onRejected: OnRejected,
): RequestHandler {
  let paused = 0
  return asyncHandler(async (request, response, next) => {
    if (request.method !== 'POST') return next()
    const wait = await blockedFor(networkOf(request.ip ?? '')).catch(() => 0)
    if (wait === 0) return next()
    discardBody(request)
    if (paused < blockedLimits.paused) {
      paused++
      await sleep(blockedLimits.pauseMs).finally(() => paused--)
    }
    onRejected(request, 429)
    const message = 'Too many forms have been sent from here. Please try again later.'
    sendErrorPage(response, 429, message, { 'Retry-After': String(wait) })
  })
}

/** Rejects submissions to paths that take none, before a page is made that would say so. */
export function knownFormsOnly(
  routeAt: (path: string) => Pick<SiteRoute, 'hasAction'> | undefined,
): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST') return next()
    const route = routeAt(request.path)
    if (route?.hasAction) return next()
    if (!route) return sendErrorPage(response, 404, 'There is no such page.')
    sendErrorPage(response, 405, 'This page has no form.', { Allow: 'GET, HEAD' })
  }
}

/**
 * Reads a submission before it waits for anything else, and discards all other bodies: unread, one in
 * pieces of a byte takes megabytes, and one that drips in keeps a slot from others.
 */
export function readForms(onRejected: OnRejected): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    if (request.method !== 'POST') {
      discardBody(request)
      return next()
    }
    const body = await readBody(request, response)
    if (!(body instanceof ReadableStream)) return next()
    onRejected(request, 400)
    sendErrorPage(response, 400, 'This form arrived damaged. Please go back and send it again.')
  })
}
