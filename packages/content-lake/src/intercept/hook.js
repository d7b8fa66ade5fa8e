/**
 * Preloaded by the processes that `local-content-lake run` starts: connections to the hosts of Sanity's API lead to
 * the lake. The lake's certificate is valid for their names, so that clients notice nothing. Pages that these processes
 * serve are shown with a service worker that does the same in the browser.
 */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'

const port = Number(process.env.CONTENT_LAKE_PORT)
const SERVED = /^(?:(?:[\w-]+\.)?(?:api|apicdn)|cdn)\.sanity\.io$/i
const SANITY = /(?:^|\.)sanity(?:-cdn)?\.(?:io|com|work|build|studio|dev)$/i

const { connect } = net.Socket.prototype

/**
 * Connects a socket: all clients of Node end here, also over TLS, HTTP/2, and WebSockets.
 *
 * @this {net.Socket}
 * @param {any[]} args
 */
function connectToLake(...args) {
  // `net.connect` and `tls.connect` pass the options in an array.
  const isNested = Array.isArray(args[0])
  const [first, second] = isNested ? args[0] : args
  const options = typeof first === 'object' ? first : { port: first, host: second }
  const host = typeof options?.host === 'string' ? options.host : ''
  if (SERVED.test(host)) {
    // A copy, because TLS checks the certificate against the host in the original.
    const target = { ...options, host: '127.0.0.1', port, lookup: undefined }
    if (!isNested) return Reflect.apply(connect, this, [target, args.findLast(isFunction)])
    args[0][0] = target
  } else if (SANITY.test(host)) {
    const error = new Error(`${host} is not served by the local content lake`)
    process.nextTick(() => this.destroy(Object.assign(error, { code: 'ECONNREFUSED' })))
    return this
  }
  return Reflect.apply(connect, this, args)
}

/** @param {unknown} value */
const isFunction = (value) => typeof value === 'function'

if (port > 0) {
  net.Socket.prototype.connect = /** @type {any} */ (connectToLake)
  for (const { Server } of [http, https]) {
    const { emit } = Server.prototype
    /** @type {any} */
    const emitUnlessServed = function (/** @type {any[]} */ ...args) {
      if (args[0] === 'request' && servePage(args[1], args[2])) return true
      return Reflect.apply(emit, this, args)
    }
    Server.prototype.emit = emitUnlessServed
  }
}

const PATH = '/__content-lake/'
/** Browsers run service workers only on pages of these hosts, or over HTTPS. */
const LOOPBACK = /^(?:localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

/**
 * Responds to a browser that has no service worker for this lake yet, with a page that starts it and reloads. Returns
 * false for all other requests.
 *
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 */
function servePage(request, response) {
  const { url = '', headers, method } = request
  /** @param {string} type @param {string} body */
  const send = (type, body) => {
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'Service-Worker-Allowed': '/',
    })
    response.end(body)
    return true
  }
  if (url.startsWith(PATH)) {
    return send('text/javascript', readFileSync(new URL('./worker.js', import.meta.url), 'utf8'))
  }
  if (method !== 'GET' || !LOOPBACK.test(headers.host ?? '')) return false
  if (headers['x-content-lake'] === String(port)) response.setHeader('X-Content-Lake', port)
  else if (headers['sec-fetch-mode'] === 'navigate') return send('text/html', firstPage)
  return false
}

const firstPage = `<!doctype html>
<title>Local content lake</title>
<p>Connecting this page to the local content lake…</p>
<script type="module">
  const attempts = Number(sessionStorage.contentLake ?? 0)
  sessionStorage.contentLake = attempts + 1
  if (attempts > 3) throw new Error('The service worker of the local content lake does not start')
  const registration = await navigator.serviceWorker.register('${PATH}?port=${port}', { scope: '/' })
  const worker = registration.installing ?? registration.waiting ?? registration.active
  const reload = () => worker.state === 'activated' && location.reload()
  worker.addEventListener('statechange', reload)
  reload()
</script>
`
