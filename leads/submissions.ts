import type { Submission } from './lead.ts'

/** What became of a submission. It is stored in either case. */
type Receipt = 'taken' | 'undelivered'

/** What takes in what visitors submit: as much of the leads as a form needs. */
export interface Submissions {
  /**
   * Counts a submission against the limit of its form and network. Resolves to the seconds after
   * which the visitor may try again, 0 when there is nothing to wait for.
   */
  consume(form: string, network: string): Promise<number>
  /**
   * Stores a submission durably, then delivers it if its form wants that and an endpoint is set.
   * The same content again is the same lead: it is neither stored nor, once accepted, sent twice.
   *
   * Resolves to `taken` when the visitor may be told yes, to `undelivered` when the endpoint did
   * not accept the lead; that one is sent again in the background until it does.
   *
   * @throws when it could not be stored; nothing has been sent then
   */
  receive(submission: Submission): Promise<Receipt>
  /** Takes note of how a visitor was answered. */
  answered(form: string, status: number): void
}
