import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { networkOf } from 'halvi-runtime/network'
import { blockedLimits } from '../../limits.ts'
import { discardBody } from '../../remix/request-body.ts'
import { asyncHandler } from '../async-handler.ts'
import { sendErrorPage } from '../error-page.ts'
import type { OnRejected } from './rejected.ts'

/**
 * Turns away the submissions of a network that floods the forms, before they are read or a page is
 * made for them. Everything else passes.
 *
 * @param blockedFor resolves to the seconds for which a network is turned away, else to 0
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
    response.set('Retry-After', String(wait))
    sendErrorPage(response, 429, 'Too many forms have been sent from here. Please try again later.')
  })
}
