import type { Submission } from './lead.ts'

/** The part of `Leads` that a form's action uses. */
export interface Submissions {
  /** Counts a submission for its form and network. Resolves to the seconds until the next one is allowed, or 0. */
  consume(form: string, network: string): Promise<number>
  /**
   * Stores a submission durably, then delivers it if its form is delivered. The same content again is the same lead.
   * Resolves to `undelivered` when the endpoint rejected it; retries follow in the background.
   *
   * @param onStored called with the submission's id when it is stored and will be answered by mail
   * @throws when it was not stored
   */
  receive(submission: Submission, onStored?: (id: string) => void): Promise<'taken' | 'undelivered'>
  /** Returns a hash of a network that is the same for a day, to compare and to limit submissions. */
  hashNetwork(network: string): Promise<string>
  /** Records the status of the response to a visitor. */
  responded(form: string, status: number): void
}
