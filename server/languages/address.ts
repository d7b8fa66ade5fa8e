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

/** The address of a request with its query and its route. Decided once, before everything else. */
export class RequestAddress implements SiteAddress {
  readonly language: Language
  readonly path: string
  readonly isMoved: boolean
  readonly formLanguage: Language
  /** The query with its question mark, or ''. */
  readonly search: string
  /** Whether only the client of pages in preview sends such a request. The path is that of its page. */
  readonly isForClient: boolean
  readonly #routeAt: (path: string) => SiteRoute | undefined
  #matched: { route: SiteRoute | undefined } | undefined

  constructor(
    { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
    languages: Pick<SiteLanguages, 'addressOf'>,
    routeAt: (path: string) => SiteRoute | undefined,
  ) {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    this.search = end < 0 ? '' : url.slice(end)
    this.isForClient = isClientPath(path)
    const given = this.isForClient ? pagePath(path) : path
    const address = languages.addressOf(given, method === 'POST')
    this.language = address.language
    this.path = address.path
    this.isMoved = address.isMoved
    this.formLanguage = address.formLanguage
    this.#routeAt = routeAt
  }

  /** The route at the path. Undefined without a route and in development. */
  get route(): SiteRoute | undefined {
    this.#matched ??= { route: this.#routeAt(this.path) }
    return this.#matched.route
  }
}

declare module 'http' {
  interface IncomingMessage {
    /** Set at the edge, before everything else. */
    address: RequestAddress
  }
}
