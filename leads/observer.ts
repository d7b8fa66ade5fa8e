/** What became of a submission in the store: a new lead, one that was there already, or spam. */
type Arrival = 'new' | 'repeated' | 'spam'

/** Hears what happens to leads, for metrics. It is told no one's data, and must not throw. */
export interface LeadObserver {
  /** A submission is stored. */
  arrived(form: string, arrival: Arrival): void
  /** The endpoint has been tried, for so many seconds. */
  tried(form: string, accepted: boolean, seconds: number): void
  /** A visitor has been answered, with this HTTP status. */
  answered(form: string, status: number): void
}
