/** The configuration of the office. Each office that a site starts gets the same one. */
export interface OfficeConfig {
  /** The loopback port on which the office listens. */
  port: number
  /** The value of `officeHeaders.secret` in each request of the site. */
  secret: string
  /** The token with which the site reads published content. */
  readerToken: string
  /** The public origin of the site. */
  siteUrl: string
}

/** The headers that the site adds to requests for the office, in place of those of the client. */
export const officeHeaders = {
  secret: 'x-office-secret',
  requestId: 'x-request-id',
  /** An `OriginVerdict`. */
  origin: 'x-origin-verdict',
} as const

/** The paths at which the site asks the office for its state. */
export const officePaths = { check: '/office/check', metrics: '/office/metrics' } as const

/** Where a request comes from: a page of this site, another site, or a client that does not say. */
export type OriginVerdict = 'own' | 'other' | 'unknown'

/** Messages from the site. */
export type ToOffice =
  | { type: 'start'; config: OfficeConfig }
  /** Whether submissions wait. The office then starts no write. */
  | { type: 'busy'; isBusy: boolean }
  /** Applications or messages wait to be answered or sent. */
  | { type: 'wake' }
  /** A person was erased. */
  | { type: 'erased' }
  /** The site ends: event streams and sockets would keep its connections open. */
  | { type: 'drain' }
  | { type: 'ping' }
  /** The office also ends when the channel closes. */
  | { type: 'stop' }

/** Messages from the office. */
export type FromOffice =
  /** The office serves requests. */
  | { type: 'ready' }
  /** The office can't start. A fault that operators can fix has one line, others the stack. */
  | { type: 'failed'; message: string; isFixable: boolean }
  /** People on the leaderboard have changed. */
  | { type: 'leaderboard' }
  | { type: 'pong' }

/** A started office, as the site sees it. */
export interface StartedOffice {
  send(message: ToOffice): void
  /** Ends the office. Resolves when it has closed its stores. */
  stop(): Promise<void>
  /** Ends an office that does not respond. */
  kill(): void
}

/** What the site does when its office sends a message or ends. */
export interface OfficeEvents {
  message(message: FromOffice): void
  /** Called once, when the office has ended. */
  ended(reason: string): void
}

/** Starts an office: as a child process, or in this one in development and tests. */
export type StartOffice = (events: OfficeEvents) => StartedOffice
