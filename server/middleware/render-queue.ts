import { setTimeout as sleep } from 'node:timers/promises'
import type { NextFunction, Request, Response } from 'express'
import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { networkOf } from 'halvi-runtime/network'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { renderLimits } from '../limits.ts'
import { asyncHandler, sendErrorPage } from './error-page.ts'

/** Answers a request, and resolves once the answer has been written, or a stream has begun. */
type Render = (request: Request, response: Response, next: NextFunction) => Promise<unknown>

/** A fair queue of the networks that pages are made for; whoever leaves is no longer in it. */
export interface RenderQueue {
  /** How many pages are being made, and how many requests wait. */
  readonly size: { running: number; waiting: number }
  /** Puts `render` behind the queue. Forms skip it until their network has sent too many wrong ones. */
  queued(render: Render): ReturnType<typeof asyncHandler>
}

/**
 * @param refused counts rejected requests by the limit's name
 * @param demandOf how much a network has asked for lately
 */
export function createRenderQueue(
  refused: (limit: string) => void,
  demandOf: (network: string) => number,
  limits: { [Name in keyof typeof renderLimits]: number } = renderLimits,
): RenderQueue {
  const queue = new FairQueue(limits, demandOf)
  const { mistakesPerMinute } = limits
  const mistakes = new RateLimiterMemory({ points: mistakesPerMinute, duration: 60 })
  const isKnownForMistakes = async (network: string) =>
    ((await mistakes.get(network))?.consumedPoints ?? 0) >= mistakesPerMinute
  return {
    get size() {
      return queue.size
    },
    queued: (render) =>
      asyncHandler(async (request, response, next) => {
        const network = networkOf(request.ip ?? '')
        if (request.method === 'POST' && !(await isKnownForMistakes(network))) {
          await render(request, response, next)
          // A failing endpoint or store (5xx) is not the visitor's mistake.
          if (response.statusCode >= 400 && response.statusCode < 500) {
            await mistakes.penalty(network, 1)
          }
          return
        }
        const gone = new AbortController()
        const leave = () => gone.abort()
        response.once('close', leave)
        const late = setTimeout(() => gone.abort(new QueueFullError('all')), limits.waitMs)
        const begin = async () => {
          clearTimeout(late)
          const started = performance.now()
          try {
            await render(request, response, next)
          } finally {
            // For everybody else: kept pages and forms share the processor with renders.
            const factor = isRedirect(response) ? 0 : limits.restFactor
            const rest = factor * (performance.now() - started)
            await sleep(Math.min(rest, limits.longestRestMs))
          }
        }
        try {
          await queue.run(network, begin, gone.signal)
        } catch (error) {
          if (error instanceof QueueFullError) rejectRender(response, error, refused)
          else if (!gone.signal.aborted) throw error
        } finally {
          clearTimeout(late)
        }
      }),
  }
}

/** No page was made for it. */
const isRedirect = ({ statusCode }: Response) => statusCode >= 300 && statusCode < 400

function rejectRender(response: Response, { scope }: QueueFullError, refused: (l: string) => void) {
  refused(scope === 'client' ? 'renders-of-a-network' : 'renders')
  const message = 'So much is asked for at the moment that this has to wait. Please try again.'
  sendErrorPage(response, scope === 'client' ? 429 : 503, message, { 'Retry-After': '5' })
}
