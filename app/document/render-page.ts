import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** Timeout for rendering, in milliseconds. */
const timeoutMs = 5_000

/**
 * Renders a complete page. Rejects with the first error of any part, even one that React would handle at a Suspense
 * boundary.
 *
 * @param signal stops rendering when the visitor disconnects
 */
export function renderPage(page: ReactNode, nonce: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const cleanUp = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    let failed = false
    const fail = (error: unknown) => {
      failed = true
      cleanUp()
      reject(error)
    }
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onError: fail,
      onShellError: fail,
      // React also calls this after an error.
      onAllReady() {
        if (failed) return
        cleanUp()
        // React 18 pads its chunks with NUL before a character that doesn't fit completely:
        // https://github.com/facebook/react/pull/26228
        text(pipe(new PassThrough())).then((html) => resolve(html.replaceAll('\0', '')), reject)
      },
    })
    const stop = (reason: unknown) => {
      fail(reason)
      abort(reason)
    }
    const onAbort = () => stop(signal.reason)
    const timer = setTimeout(
      () => stop(new Error(`Rendering timed out after ${timeoutMs} ms`)),
      timeoutMs,
    )
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}
