import { randomUUID } from 'node:crypto'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isContentUnavailable } from 'halvi-site/content/content-error'
import { retryAfterSeconds } from 'halvi-site/content/unavailable'
import type { Language } from 'halvi-site/language/language'
import { renderMarks } from 'halvi-site/words/render-marks'
import { wordsOf } from 'halvi-site/words/words'
import { renderToStaticMarkup } from 'react-dom/server'
import { UnknownContentContext } from './components/contexts.ts'
import { guardPage } from './document/content-security-policy.ts'
import { failureDocument } from './document/failure-document.ts'
import { renderPage } from './document/render-page.ts'
import { RenderingContext } from './document/rendering.tsx'
import { pageScripts } from './document/scripts.server.ts'
import { fillInStyles, letterStyles, stylesheetFor } from './document/styles.server.ts'

/** Contexts of requests that failed because content is unreachable. They get a 503 instead of a 500. */
const withoutContent = new WeakSet<AppLoadContext>()

/**
 * Renders the complete page before the first byte is sent, so that an error can still change the status and the page.
 *
 * @throws the error of a component; Remix then calls this function again to render the error page
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
  // Random, so that no text of a visitor is taken for it.
  const stylesPlaceholder = `/* ${nonce} */`
  const stylesheet = stylesheetFor(request, previewSession !== undefined)
  const rendering = {
    requestId,
    nonce,
    stylesheet,
    stylesPlaceholder,
    letterStyles,
    scripts: pageScripts,
  }
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
  // A form that is shown again with errors (GOV.UK Design System, error summary), also one that is sent by GET.
  // Error pages have their own titles.
  const { actionData, errors } = remixContext.staticHandlerContext
  const isInvalidForm = (status === 400 || (status > 400 && actionData !== null)) && !errors
  const titled = isInvalidForm ? withErrorTitle(rendered, remixContext) : rendered
  // In preview, React expects the texts that it renders itself.
  const marked = previewSession ? titled : renderMarks(titled, context.language)
  const styled = stylesheet ? marked : fillInStyles(marked, stylesPlaceholder)
  const { html, policy } = guardPage(styled, nonce, {
    anyStyle: previewSession?.kind === 'studio',
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', context.language.tag)
  headers.append('Vary', 'Sec-Fetch-Site')
  // In development, Vite adds scripts and styles that the policy would block.
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy)
  return new Response(html, { headers, status: failure })
}

/** Marks the title of a page whose form has errors. */
function withErrorTitle(page: string, { staticHandlerContext }: EntryContext): string {
  const root: { words?: object | null; language?: Language } =
    staticHandlerContext.loaderData.root ?? {}
  const prefix = renderToStaticMarkup(wordsOf(root.words, root.language, true).forms.errorTitle)
  return page.replace('<title>', () => `<title>${prefix} `)
}

/** Logs an error of a loader, action, or component. The log line of a ContentError contains its query. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (isContentUnavailable(error)) withoutContent.add(context)
  // Errors of the client (4xx) are reported to the client only, so that strangers cannot fill the error log.
  const isClientError = isRouteErrorResponse(error) && error.status < 500
  if (isClientError || request.signal.aborted) return
  const path = new URL(request.url).pathname
  context.log.error({ err: error, path }, 'request failed')
}
