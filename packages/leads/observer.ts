/** The kind of a submission: a new lead, a repeated one, or spam. */
type Arrival = 'new' | 'repeated' | 'spam'

/** Receives events about leads, for metrics. It gets no personal data, and must not throw. */
export interface LeadObserver {
  /** A submission was stored. */
  arrived(form: string, arrival: Arrival): void
  /** A delivery was attempted; `seconds` is how long it took. */
  attempted(form: string, accepted: boolean, seconds: number): void
  /** A visitor got a response with this HTTP status. */
  responded(form: string, status: number): void
  /** An attempt to send a message of a kind ended; `state` is the message's state after it. */
  mailed(kind: string, state: string): void
}
