import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { guardPage } from './content-security-policy.ts'
import { RenderingContext } from './rendering.tsx'
import { pageScripts, putScriptsOff } from './scripts.server.ts'
import { stylesFor } from './styles.server.ts'

/** A render that hangs is cut off after this time, in milliseconds. */
const renderLimit = 5_000

/**
 * Renders a page whole before the first byte is sent, so that an error while rendering still
 * becomes a status and a page of its own, and so that the answer can be cached.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const pageMark = randomUUID()
  const rendering = {
    requestId: context.requestId,
    pageMark,
    styles: stylesFor(request),
    scripts: pageScripts,
  }
  const page = await render(
    <RenderingContext.Provider value={rendering}>
      <RemixServer
        context={remixContext}
        url={request.url}
        abortDelay={renderLimit}
        nonce={pageMark}
      />
    </RenderingContext.Provider>,
    pageMark,
  )
  if (page.error) context.log.error({ err: page.error }, 'render failed')
  const { pass } = context
  // The Studio shows a page once its script has answered: no paint comes before.
  const whole = import.meta.env.PROD && !pass ? putScriptsOff(page.html) : page.html
  const { html, policy } = guardPage(whole, pageMark, { anyStyle: pass?.kind === 'studio' })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Sec-Fetch-Site')
  if (pass) keepPrivate(headers)
  // While developing, Vite adds scripts and styles of its own.
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy)
  return new Response(html, { headers, status: page.error ? 500 : status })
}

function render(page: ReactNode, nonce: string): Promise<{ html: string; error?: unknown }> {
  return new Promise((resolve, reject) => {
    let renderError: unknown
    const timer = setTimeout(() => abort(), renderLimit)
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      async onAllReady() {
        clearTimeout(timer)
        const html = await text(pipe(new PassThrough()))
        // React 18 fills up its chunks with NUL before a character that doesn't fit in whole:
        // https://github.com/facebook/react/pull/26228
        resolve({ html: html.replaceAll('\0', ''), error: renderError })
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        renderError = error
      },
    })
  })
}

/** What hydrated pages ask for without a page load. */
export function handleDataRequest(
  response: Response,
  { context }: { context: AppLoadContext },
): Response {
  if (context.pass) keepPrivate(response.headers)
  return response
}

/** Drafts are for whoever has the pass alone. */
function keepPrivate(headers: Headers): void {
  headers.set('Cache-Control', 'private, no-store')
  headers.set('X-Robots-Tag', 'noindex')
}

/** Logs what a loader or action threw. A ContentError carries its query into the log. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return
  const path = new URL(request.url).pathname
  context.log.error({ err: error, path }, 'request failed')
}
