/** Where an attack goes to, and who makes it. */
export interface Target {
  host: string
  port: number
  /** Whom the attacker connects as, all of 127.0.0.0/8: one address, unless many play together. */
  addresses: readonly string[]
  /** A picture of the content and a vector graphic of one pixel: paths without parameters. */
  picture: string
  vector: string
  /** What opens the content API, for what staff do. */
  token: string
}

/** What an attacker got. */
export interface Report {
  /** Connections that were tried. */
  connections: number
  /** How often each status was answered. */
  answers: Record<string, number>
  /** Connections that the site ended, or never took, without an answer. */
  cutOff: number
  /** Connections that were open and without an answer when the attack ended. */
  waiting: number
  /** Refusals (429 and 503) that do not say when to come back. */
  withoutRetryAfter: number
  /** Whatever else is worth telling, by name. */
  facts: Record<string, string | number>
}

/**
 * How a site is started for an attack: as shipped, with the content API open to anybody, or that
 * with 300 file descriptors.
 */
export type SiteKind = 'as shipped' | 'public content' | 'few descriptors'

/** One attack. It sends to the loopback range only, and no faster than `rate` says. */
export interface Attack {
  /** What a stranger does. */
  name: string
  /** How much of it: what a remote attacker's line would bound. */
  rate: string
  /** `as shipped` unless it is told. */
  site?: SiteKind
  /** Belongs to what 60 addresses do together. */
  isOfTheWorst?: boolean
  /** From how many addresses it comes when it comes alone; 1 unless it is told. */
  addresses?: number
  /** What the content or the leads have to be like for it. `isLong`: at full size. */
  prepare?: 'real figures'
  start(target: Target): { stop(): Promise<Report> }
  /** What is wrong with what the attacker got, beyond what is wrong for every attack. */
  wrong?(report: Report): string | undefined
}
