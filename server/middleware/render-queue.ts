import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue, networkOf, QueueFullError } from 'embedded-content-lake'
import type { NextFunction, Request, Response } from 'express'
import { renderLimits } from '../limits.ts'
import { refuse } from '../refusal.ts'
import { asyncHandler } from './async-handler.ts'
import { isStream } from './request-limits.ts'

/** Answers a request, and resolves once the answer has been written. */
type Render = (request: Request, response: Response, next: NextFunction) => Promise<unknown>

/** Has pages made in turns of networks; whoever leaves takes no turn. */
export interface RenderQueue {
  /** How many pages are being made, and how many requests wait. */
  readonly size: { running: number; waiting: number }
  /** `render` behind the queue. Forms and streams pass it by. */
  inTurn(render: Render): ReturnType<typeof asyncHandler>
}

/** @param refused counts what was turned away, by the limit's name */
export function createRenderQueue(
  refused: (limit: string) => void,
  limits: { [Name in keyof typeof renderLimits]: number } = renderLimits,
): RenderQueue {
  const queue = new FairQueue(limits)
  return {
    get size() {
      return queue.size
    },
    inTurn: (render) =>
      asyncHandler(async (request, response, next) => {
        const { method, path } = request
        const isPage = (method === 'GET' || method === 'HEAD') && !isStream(path)
        if (!isPage) return render(request, response, next)
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
            // As long again for everybody else: kept pages and forms share the processor with renders.
            await sleep(Math.min(performance.now() - started, limits.longestRestMs))
          }
        }
        try {
          await queue.run(networkOf(request.ip ?? ''), begin, gone.signal)
        } catch (error) {
          if (error instanceof QueueFullError) refuseRender(response, error, refused)
          else if (!gone.signal.aborted) throw error
        } finally {
          clearTimeout(late)
        }
      }),
  }
}

function refuseRender(response: Response, { scope }: QueueFullError, refused: (l: string) => void) {
  refused(scope === 'client' ? 'renders-of-a-network' : 'renders')
  response.set('Retry-After', '5')
  const status = scope === 'client' ? 429 : 503
  refuse(
    response,
    status,
    'So much is asked for at the moment that this has to wait. Please try again.',
  )
}
