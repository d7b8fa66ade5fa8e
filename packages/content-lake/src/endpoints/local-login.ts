import type { IncomingMessage } from 'node:http'
import { isLoopback } from 'halvi-kit/network'
import { httpError } from '../errors/errors.ts'
import type { CorsPolicy } from '../http/cors.ts'
import { LOCAL_HOST, SANITY_HOST } from '../http/host.ts'
import { sendBytes } from '../http/respond.ts'
import { get, post, type Route } from '../http/router.ts'
import { cookieHeader, type LocalUsers } from '../login/local-users.ts'

const OPEN = { anonymous: 'always' } as const
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/**
 * Returns the routes by which a Studio signs local users in, as with a provider at Sanity: the Studio opens the
 * provider's page, which leads back with the id of a sign-in, and the Studio exchanges the id for a token.
 */
export function localLoginRoutes(users: LocalUsers, policy: CorsPolicy): Route[] {
  const returnAddress = (url: URL, request: IncomingMessage): URL => {
    // Another name may be a stranger's that leads to this machine.
    const isOwnHost = LOCAL_HOST.test(url.host) || SANITY_HOST.test(url.host)
    if (!isOwnHost || !isOfThisMachine(request))
      throw httpError(403, 'Sign in on the machine of the lake, at http://localhost')
    const to = url.searchParams.get('origin') ?? ''
    const address = URL.canParse(to) ? new URL(to) : undefined
    if (address && policy(address.origin)?.allowCredentials) return address
    throw httpError(403, 'The address to return to is not of an allowed origin')
  }
  return [
    get(
      'auth/providers',
      ({ url }) => ({
        providers: [
          { name: 'local', title: 'Sign in to the local lake', url: `${url.origin}/v1/auth/local` },
        ],
        thirdPartyLogin: true,
        sso: { saml: false },
      }),
      OPEN,
    ),
    get(
      'auth/local',
      ({ url, request, response }) => {
        returnAddress(url, request)
        const items = users.list.map(({ id, name, role = 'administrator' }) => {
          const link = `/v1/auth/local/${id}${url.search}`
          return `<li><a href="${escaped(link)}">${escaped(name)}</a> ${escaped(role)}</li>`
        })
        const title = 'Sign in to the local lake'
        const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:1.1rem/1.6 system-ui;margin:3rem auto;max-width:30rem}a{font-weight:600}</style>
<h1>${title}</h1><ul>${items.join('')}</ul></html>`
        const headers = { 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' }
        sendBytes(response, 200, 'text/html; charset=utf-8', Buffer.from(page), headers)
      },
      OPEN,
    ),
    get(
      'auth/local/*',
      ({ url, segments, request, response }) => {
        const to = returnAddress(url, request)
        const signIn = users.signIn(segments[2] ?? '', request)
        if (!signIn) throw httpError(404, 'There is no such user')
        to.hash = `sid=${signIn.sid}`
        const headers = { Location: to.href, 'Set-Cookie': signIn.cookie }
        response.writeHead(302, { ...headers, 'Cache-Control': 'no-store' }).end()
      },
      OPEN,
    ),
    get(
      'auth/fetch',
      ({ url }) => {
        const token = users.exchange(url.searchParams.get('sid') ?? '')
        if (token === undefined) throw httpError(401, 'This sign-in has expired')
        return { token, label: 'local' }
      },
      OPEN,
    ),
    post(
      'auth/logout',
      ({ request, response }) => {
        response.setHeader('Set-Cookie', cookieHeader('', request))
        return {}
      },
      OPEN,
    ),
  ]
}

/** Returns whether the client, and the clients of proxies before it, are of this machine. */
function isOfThisMachine({ socket, headers }: IncomingMessage): boolean {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .filter(Boolean)
  return [socket.remoteAddress ?? '', ...forwarded].every((one) => isLoopback(one.trim()))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
