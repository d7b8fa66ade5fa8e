import type { IncomingMessage } from 'node:http'
import type { Language } from 'halvi-site/language/language'
import type { LocalAddress } from 'halvi-site/language/local-path'
import { isClientPath, pagePath } from '../../app/handler/client-requests.ts'
import type { SiteRoute } from '../../app/handler/site-routes.ts'
import type { SiteLanguages } from './site-languages.ts'

/** The address of a request, as the site reads it. */
export interface SiteAddress extends LocalAddress {
  /**
   * Whether this is not the usual address of the page: another spelling of a language, or a language that was turned off
   * or removed. The page is at the usual address only, but forms are accepted here.
   */
  isMoved: boolean
  /** The language in the address, which may be turned off. The language of a form that was filled in there. */
  formLanguage: Language
}

/** The address of a request with its query and its route. */
export interface RequestAddress extends SiteAddress {
  /** The query with its question mark, or ''. */
  search: string
  /** Whether only the client of pages in preview sends such a request. The path is that of its page. */
  isForClient: boolean
  /** The route at the path. Undefined without a route and in development. */
  readonly route: SiteRoute | undefined
}

declare module 'http' {
  interface IncomingMessage {
    /** Set at the edge, before everything else. */
    address: RequestAddress
  }
}

/** Decides the language, the path, and the route of a request, once. */
export function addressOf(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  languages: Pick<SiteLanguages, 'addressOf'>,
  routeAt: (path: string) => SiteRoute | undefined,
): RequestAddress {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const isForClient = isClientPath(path)
  const address = languages.addressOf(isForClient ? pagePath(path) : path, method === 'POST')
  let matched: { route: SiteRoute | undefined } | undefined
  return {
    ...address,
    search: end < 0 ? '' : url.slice(end),
    isForClient,
    get route() {
      matched ??= { route: routeAt(address.path) }
      return matched.route
    },
  }
}
