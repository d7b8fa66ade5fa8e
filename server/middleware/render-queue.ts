import { setTimeout as sleep } from 'node:timers/promises'
import type { NextFunction, Request, Response } from 'express'
import { FairQueue, LimitReachedError } from 'halvi-kit/fair-queue'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { networkOf } from 'halvi-kit/network'
import { sendErrorPage } from 'halvi-site/error-page'
import { renderLimits } from '../limits.ts'

/** Handles a request. Resolves once the response has been written or a stream has started. */
type Render = (request: Request, response: Response, next: NextFunction) => Promise<unknown>

/** A queue for pages that are rendered per request. Networks take turns. */
export interface RenderQueue {
  /** The number of renders in progress and of waiting requests. */
  readonly size: { running: number; waiting: number }
  /**
   * Runs a render of a request when it is its network's turn.
   *
   * @throws LimitReachedError; the reason of the signal when the client has disconnected
   */
  inTurn<Result>(
    request: Request,
    response: Response,
    render: () => Promise<Result>,
  ): Promise<Result>
  /**
   * Returns a handler that runs `render` through the queue. Submissions skip the queue: their page waits for its turn
   * after their action, if they have one.
   */
  queued(render: Render): ReturnType<typeof asyncHandler>
}

/** Returns an empty queue. `countRejection` counts rejected requests by the name of the limit. */
export function createRenderQueue(
  countRejection: (limit: string) => void,
  limits: { [Name in keyof typeof renderLimits]: number } = renderLimits,
): RenderQueue {
  const queue = new FairQueue(limits, 'renders')
  const inTurn: RenderQueue['inTurn'] = (request, response, render) => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    return new Promise((resolve, reject) => {
      const start = async () => {
        const started = performance.now()
        await render().then(resolve, reject)
        // Leaves processor time for cached pages and forms.
        const pauseMs = limits.pauseFactor * (performance.now() - started)
        await sleep(Math.min(pauseMs, limits.maxPauseMs))
      }
      queue.run(networkOf(request.ip ?? ''), start, disconnected.signal).catch(reject)
    })
  }
  return {
    get size() {
      return queue.size
    },
    inTurn,
    queued: (render) =>
      asyncHandler(async (request, response, next) => {
        const start = () => render(request, response, next)
        try {
          await (request.method === 'POST' ? start() : inTurn(request, response, start))
        } catch (error) {
          if (!(error instanceof LimitReachedError)) {
            if (response.destroyed) return
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
