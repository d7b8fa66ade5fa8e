import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** A render that hangs is cut off after this time, in milliseconds. */
const timeoutMs = 5_000

/**
 * Renders a page whole; rejects with the first error of any part of it, after which React would go on.
 * `signal` ends the render when the visitor leaves.
 */
export function renderPage(page: ReactNode, nonce: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
    let failed = false
    const fail = (error: unknown) => {
      failed = true
      end()
      reject(error)
    }
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onError: fail,
      onShellError: fail,
      // React calls it after an error, too.
      onAllReady() {
        if (failed) return
        end()
        // React 18 fills up its chunks with NUL before a character that doesn't fit in whole:
        // https://github.com/facebook/react/pull/26228
        text(pipe(new PassThrough())).then((html) => resolve(html.replaceAll('\0', '')), reject)
      },
    })
    const stop = (reason: unknown) => {
      fail(reason)
      abort(reason)
    }
    const leave = () => stop(signal.reason)
    const timer = setTimeout(
      () => stop(new Error(`Not rendered within ${timeoutMs} ms`)),
      timeoutMs,
    )
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  })
}
