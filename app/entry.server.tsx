import { randomUUID } from 'node:crypto'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { UnknownContentContext } from './components/contexts.ts'
import { isContentAway } from './content/content-error.ts'
import { retryAfterSeconds } from './content/unavailable.ts'
import type { SiteContext } from './context.ts'
import { guardPage } from './document/content-security-policy.ts'
import { failureDocument } from './document/failure-document.ts'
import { renderPage } from './document/render-page.ts'
import { RenderingContext } from './document/rendering.tsx'
import { pageScripts } from './document/scripts.server.ts'
import { stylesFor } from './document/styles.server.ts'

/** What loaders and actions are handed. */
declare module '@remix-run/node' {
  interface AppLoadContext extends SiteContext {}
}

/** Requests that failed since content is away: another try may succeed. */
const withoutContent = new WeakSet<AppLoadContext>()

/**
 * Renders a page whole before the first byte is sent, so that an error still becomes a status and a page of its own.
 * @throws what a component threw; Remix calls once more then, for the error page
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = randomUUID()
  const { previewSession, requestId, log } = context
  const rendering = { requestId, nonce, styles: stylesFor(request), scripts: pageScripts }
  const unknown = new Set<string>()
  const page = (
    <RenderingContext.Provider value={rendering}>
      <UnknownContentContext.Provider value={(message) => unknown.add(message)}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </UnknownContentContext.Provider>
    </RenderingContext.Provider>
  )
  const failure = status === 500 && withoutContent.has(context) ? 503 : status
  const rendered = await renderPage(page, nonce, request.signal).catch((error: unknown) => {
    if (!remixContext.staticHandlerContext.errors) throw error
    if (!request.signal.aborted) log.error({ err: error }, 'error page failed')
  })
  if (unknown.size > 0) {
    log.warn(
      { path: new URL(request.url).pathname, unknown: [...unknown] },
      'unknown content left out',
    )
  }
  if (failure === 503) headers.set('Retry-After', String(retryAfterSeconds))
  if (rendered === undefined) return failureDocument(failure, headers, requestId)
  // A form that comes back (GOV.UK Design System, error summary); error pages have titles of their own.
  const isRefused = status >= 400 && !remixContext.staticHandlerContext.errors
  const titled = isRefused ? rendered.replace('<title>', '<title>Error: ') : rendered
  const { html, policy } = guardPage(titled, nonce, {
    anyStyle: previewSession?.kind === 'studio',
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Sec-Fetch-Site')
  // While developing, Vite adds scripts and styles of its own.
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy)
  return new Response(html, { headers, status: failure })
}

/** Logs what a loader, action or component threw. A ContentError carries its query into the log. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (isContentAway(error)) withoutContent.add(context)
  // What the client asked wrongly is told to the client: strangers must not fill the log of errors.
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (isRefusal || request.signal.aborted) return
  const path = new URL(request.url).pathname
  context.log.error({ err: error, path }, 'request failed')
}
