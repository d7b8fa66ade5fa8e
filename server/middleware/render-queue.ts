import { setTimeout as sleep } from 'node:timers/promises'
import type { NextFunction, Request, Response } from 'express'
import { FairQueue, LimitReachedError } from 'halvi-kit/fair-queue'
import { networkOf } from 'halvi-kit/network'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { renderLimits } from '../limits.ts'
import { asyncHandler, sendErrorPage } from './error-page.ts'

/** Handles a request. Resolves once the response has been written or a stream has started. */
type Render = (request: Request, response: Response, next: NextFunction) => Promise<unknown>

/** A queue for pages that are rendered per request. Networks take turns. */
export interface RenderQueue {
  /** The number of renders in progress and of waiting requests. */
  readonly size: { running: number; waiting: number }
  /**
   * Returns a handler that runs `render` through the queue. Forms skip the queue until their network has sent too
   * many invalid ones.
   */
  queued(render: Render): ReturnType<typeof asyncHandler>
}

/** Returns an empty queue. `countRejection` counts rejected requests by the name of the limit. */
export function createRenderQueue(
  countRejection: (limit: string) => void,
  limits: { [Name in keyof typeof renderLimits]: number } = renderLimits,
): RenderQueue {
  const queue = new FairQueue(limits, 'renders')
  const points = limits.errorsPerMinute
  const invalidForms = new RateLimiterMemory({ points, duration: 60 })
  const sendsInvalidForms = async (network: string) =>
    ((await invalidForms.get(network))?.consumedPoints ?? 0) >= points
  return {
    get size() {
      return queue.size
    },
    queued: (render) =>
      asyncHandler(async (request, response, next) => {
        const network = networkOf(request.ip ?? '')
        if (request.method === 'POST' && !(await sendsInvalidForms(network))) {
          await render(request, response, next)
          // A failure of the endpoint or the store (5xx) is not an invalid form.
          if (response.statusCode >= 400 && response.statusCode < 500) {
            await invalidForms.penalty(network, 1)
          }
          return
        }
        const disconnected = new AbortController()
        response.once('close', () => disconnected.abort())
        const start = async () => {
          const started = performance.now()
          await render(request, response, next)
          // Leaves processor time for cached pages and forms.
          const pauseMs = limits.pauseFactor * (performance.now() - started)
          await sleep(Math.min(pauseMs, limits.maxPauseMs))
        }
        try {
          await queue.run(network, start, disconnected.signal)
        } catch (error) {
          if (!(error instanceof LimitReachedError)) {
            if (disconnected.signal.aborted) return
            throw error
          }
          countRejection('renders')
          const message =
            'We’re handling too many requests right now. Please try again in a few seconds.'
          const status = error.scope === 'client' ? 429 : 503
          sendErrorPage(response, status, message, { 'Retry-After': '5' })
        }
      }),
  }
}
