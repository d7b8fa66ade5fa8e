/// <reference lib="webworker" />
/**
 * The service worker of pages that a process started by `local-content-lake run` serves: the page's requests to
 * Sanity's API and image hosts lead to the lake.
 */
const worker = /** @type {any} */ (globalThis)
const port = new URL(location.href).searchParams.get('port') ?? ''
const SERVED = /^(?:(?:[\w-]+\.)?(?:api|apicdn)|cdn)\.sanity\.io$/
const SANITY = /(?:^|\.)sanity(?:-cdn)?\.(?:io|com|work|build|studio|dev)$/
/** A browser opens six connections to a host, and each stream of events takes one. */
const STREAM_HOSTS = 32
let streams = 0

worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(worker.clients.claim()),
)
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request
  if (request.mode === 'navigate') {
    if (request.method === 'GET') event.respondWith(navigate(request))
    return
  }
  const url = new URL(request.url)
  if (SERVED.test(url.hostname)) event.respondWith(askLake(request, url))
  else if (SANITY.test(url.hostname)) {
    console.warn(`${url.hostname} is not served by the local content lake`)
    event.respondWith(Response.error())
  }
})

/**
 * Loads a page. When its server no longer leads to the lake, removes this worker and loads it again.
 *
 * @param {Request} request
 */
async function navigate({ url, headers: sent }) {
  const headers = new Headers(sent)
  headers.set('X-Content-Lake', port)
  const response = await fetch(url, { headers, redirect: 'manual', credentials: 'include' })
  const isFromLake = response.headers.get('X-Content-Lake') === port
  if (isFromLake) return withScript(response)
  if (response.type === 'opaqueredirect') return response
  await worker.registration.unregister()
  return Response.redirect(url)
}

/**
 * Service workers do not see WebSockets, so a script in the page redirects them to the lake. Next's development client
 * reloads a page endlessly if its transfer size is 0. The script removes itself before hydration.
 */
const SCRIPT = `<!doctype html><script>{
  try { sessionStorage.removeItem('contentLake') } catch {}
  Object.defineProperty(PerformanceNavigationTiming.prototype, 'transferSize', { value: 300 })
  const Original = WebSocket
  WebSocket = class WebSocket extends Original {
    constructor(address, protocols) {
      const url = new URL(address, location.href)
      if (${SERVED}.test(url.hostname)) url.href = 'ws://localhost:${port}' + url.pathname + url.search
      super(url, protocols)
    }
  }
  document.currentScript.remove()
}</script>`

/** @param {Response} response */
function withScript(response) {
  const headers = new Headers(response.headers)
  if (!response.body || !headers.get('Content-Type')?.startsWith('text/html')) return response
  headers.delete('Content-Length')
  const script = new TransformStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(SCRIPT)),
  })
  return new Response(response.body.pipeThrough(script), { status: response.status, headers })
}

/**
 * Sends a request for Sanity to the lake.
 *
 * @param {Request} request
 * @param {URL} url
 */
async function askLake(request, { pathname, search }) {
  const { method, headers, mode, credentials, signal } = request
  const isStream = headers.get('Accept') === 'text/event-stream'
  const host = isStream ? `s${streams++ % STREAM_HOSTS}.localhost` : 'localhost'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? await request.arrayBuffer() : undefined
  const target = `http://${host}:${port}${pathname}${search}`
  return fetch(target, { method, headers, mode, credentials, signal, ...(body && { body }) })
}
