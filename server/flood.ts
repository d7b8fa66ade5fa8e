import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { refuse } from './refusal.ts'
import type { TurnedAway } from './turned-away.ts'

/**
 * So late is who floods told so, in milliseconds: a program that waits for its answers before it sends
 * more leaves the processor to everybody else meanwhile.
 */
const pause = 250

/**
 * Turns away the submissions of an address that floods the forms, before they are read or a page is
 * made for them. Everything else passes.
 *
 * @param flooding resolves to the seconds for which an address is turned away, else to 0
 */
export function withoutFlood(
  flooding: (address: string) => Promise<number>,
  turnedAway: TurnedAway,
): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'POST') return next()
    const wait = await flooding(request.ip ?? '').catch(() => 0)
    if (wait === 0) return next()
    await sleep(pause)
    turnedAway(request, 429)
    response.set('Retry-After', String(wait))
    refuse(response, 429, 'Too many forms have been sent from here. Please try again later.')
  }
}
