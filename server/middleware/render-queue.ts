import { setTimeout as sleep } from 'node:timers/promises'
import type { NextFunction, Request, Response } from 'express'
import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { networkOf } from 'halvi-runtime/network'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { renderLimits } from '../limits.ts'
import { asyncHandler, sendErrorPage } from './error-page.ts'

/** Handles a request. Resolves once the response has been written or a stream has started. */
type Render = (request: Request, response: Response, next: NextFunction) => Promise<unknown>

/**
 * A queue for pages that are rendered per request, fair between networks. Clients that disconnect are removed from
 * it.
 */
export interface RenderQueue {
  /** The number of renders in progress and of waiting requests. */
  readonly size: { running: number; waiting: number }
  /**
   * Returns a handler that runs `render` through the queue. Forms skip the queue until their network has sent too
   * many invalid ones.
   */
  queued(render: Render): ReturnType<typeof asyncHandler>
}

/**
 * Returns an empty queue.
 *
 * @param countRejection counts rejected requests by the name of the limit
 * @param demandOf returns the recent demand of a network
 */
export function createRenderQueue(
  countRejection: (limit: string) => void,
  demandOf: (network: string) => number,
  limits: { [Name in keyof typeof renderLimits]: number } = renderLimits,
): RenderQueue {
  const queue = new FairQueue(limits, demandOf)
  const { errorsPerMinute } = limits
  const invalidForms = new RateLimiterMemory({ points: errorsPerMinute, duration: 60 })
  const sendsInvalidForms = async (network: string) =>
    ((await invalidForms.get(network))?.consumedPoints ?? 0) >= errorsPerMinute
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
        const controller = new AbortController()
        const onClose = () => controller.abort()
        response.once('close', onClose)
        const timeout = setTimeout(() => controller.abort(new QueueFullError('all')), limits.waitMs)
        const start = async () => {
          clearTimeout(timeout)
          const started = performance.now()
          try {
            await render(request, response, next)
          } finally {
            // Leaves processor time for cached pages and forms.
            const factor = isRedirect(response) ? 0 : limits.cooldownFactor
            const cooldownMs = factor * (performance.now() - started)
            await sleep(Math.min(cooldownMs, limits.maxCooldownMs))
          }
        }
        try {
          await queue.run(network, start, controller.signal)
        } catch (error) {
          if (error instanceof QueueFullError) rejectRender(response, error, countRejection)
          else if (!controller.signal.aborted) throw error
        } finally {
          clearTimeout(timeout)
        }
      }),
  }
}

/** Returns whether the response is a redirect, for which no page was rendered. */
const isRedirect = ({ statusCode }: Response) => statusCode >= 300 && statusCode < 400

function rejectRender(
  response: Response,
  { scope }: QueueFullError,
  countRejection: (l: string) => void,
) {
  countRejection(scope === 'client' ? 'renders-of-a-network' : 'renders')
  const message = 'We’re handling too many requests right now. Please try again in a few seconds.'
  sendErrorPage(response, scope === 'client' ? 429 : 503, message, { 'Retry-After': '5' })
}
