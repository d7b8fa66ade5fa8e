/**
 * Loaded before the site in its process. Redirects requests for the hosts of the hosted project to the lake at
 * HOSTS_ORIGIN, with the original host in a header. Any other network request is an error.
 */
import { bypass, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

// Child processes must not load this file.
process.env.NODE_OPTIONS = ''
const { HOSTS_ORIGIN, SANITY_PROJECT_ID } = process.env

const reroute = async ({ request }: { request: Request }) => {
  const { host, pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('x-meant-for', host)
  headers.set('accept-encoding', 'identity')
  const { method, signal } = request
  const body = method === 'GET' ? null : await request.arrayBuffer()
  try {
    const to = new Request(`${HOSTS_ORIGIN}${pathname}${search}`, { method, headers, body, signal })
    return await fetch(bypass(to))
  } catch {
    return HttpResponse.error()
  }
}

setupServer(
  http.all(`https://${SANITY_PROJECT_ID}.apicdn.sanity.io/*`, reroute),
  http.all(`https://${SANITY_PROJECT_ID}.api.sanity.io/*`, reroute),
).listen({ onUnhandledRequest: 'error' })
