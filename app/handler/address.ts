import type { IncomingMessage } from 'node:http'
import type { Language } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import type { SiteAddress, SiteLanguages } from 'halvi-site/site-languages'
import { isClientPath, pagePath } from './client-requests.ts'
import type { SiteRoute } from './site-routes.ts'

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
  readonly #url: string
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
    this.#url = url
    this.#routeAt = routeAt
  }

  /** The route at the path. Undefined without a route and in development. */
  get route(): SiteRoute | undefined {
    this.#matched ??= { route: this.#routeAt(this.path) }
    return this.#matched.route
  }

  /** Returns the URL of the page at an origin, which has the prefix of its language. */
  urlAt(origin: string): string {
    const { language, path, search } = this
    return origin + (this.isForClient ? this.#url : addressIn(language, path) + search)
  }
}

declare module 'http' {
  interface IncomingMessage {
    /** Set at the edge, before everything else. */
    address: RequestAddress
  }
}
