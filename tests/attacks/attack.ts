/** The site that is attacked, and the addresses of the attacker. */
export interface Target {
  host: string
  port: number
  /** Source addresses of the attacker, all in 127.0.0.0/8. An attack from many networks has several. */
  addresses: readonly string[]
  /** Paths, without parameters, of an image from the content and of an SVG of one pixel. */
  image: string
  vector: string
  /** Content token, for requests that act as staff. */
  token: string
}

/** Counts of the responses and connections of an attack. */
export interface Report {
  /** Number of connections that were attempted. */
  connections: number
  /** Number of responses with each status. */
  responses: Record<string, number>
  /** Number of connections that the site closed or rejected without a response. */
  cutOff: number
  /** Number of connections that were open and had no response when the attack ended. */
  waiting: number
  /** Number of 429 and 503 responses without `Retry-After`. */
  withoutRetryAfter: number
  /** Other results to report, by name. */
  facts: Record<string, string | number>
}

/**
 * How the site is started: with the shipped settings, with a public content API, or with a public
 * content API and 300 file descriptors.
 */
export type SiteKind = 'as shipped' | 'public content' | 'few descriptors'

/** One attack. It connects to loopback addresses only, and not faster than `rate`. */
export interface Attack {
  /** Description of the attack, as shown to operators in the table. */
  name: string
  /** The load of the attack, as text. */
  rate: string
  /** The kind of site; `as shipped` by default. */
  site?: SiteKind
  /** Whether it is one of the worst attacks, which also run together from 60 addresses. */
  isAmongWorst?: boolean
  /** Number of source addresses when it runs alone; 1 by default. */
  addresses?: number
  /** Content and leads that have to be set up before the attack. */
  prepare?: 'real metrics'
  start(target: Target): { stop(): Promise<Report> }
  /** Returns a message if the responses break a rule of this attack. Rules for all attacks are checked elsewhere. */
  wrong?(report: Report): string | undefined
}
