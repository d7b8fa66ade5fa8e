import { setTimeout as sleep } from 'node:timers/promises'
import { networkOf } from 'embedded-content-lake'
import type { RequestHandler } from 'express'
import { floodLimits } from '../limits.ts'
import { asyncHandler } from './async-handler.ts'
import { refuse } from './error-page.ts'
import type { TurnedAway } from './turned-away.ts'

/**
 * Turns away the submissions of a network that floods the forms, before they are read or a page is
 * made for them. Everything else passes.
 *
 * @param flooding resolves to the seconds for which a network is turned away, else to 0
 */
export function withoutFlood(
  flooding: (network: string) => Promise<number>,
  turnedAway: TurnedAway,
): RequestHandler {
  let paused = 0
  return asyncHandler(async (request, response, next) => {
    if (request.method !== 'POST') return next()
    const wait = await flooding(networkOf(request.ip ?? '')).catch(() => 0)
    if (wait === 0) return next()
    if (paused < floodLimits.paused) {
      paused++
      await sleep(floodLimits.pauseMs).finally(() => paused--)
    }
    turnedAway(request, 429)
    response.set('Retry-After', String(wait))
    refuse(response, 429, 'Too many forms have been sent from here. Please try again later.')
  })
}
