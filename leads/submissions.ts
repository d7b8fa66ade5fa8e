import type { Submission } from './lead.ts'

/** What a form's action uses of the leads. */
export interface Submissions {
  /** Counts a submission for its form and network. Resolves to the seconds until another is allowed, else 0. */
  consume(form: string, network: string): Promise<number>
  /**
   * Stores a submission durably, then delivers it if its form wants that. The same content again is the same lead. Resolves
   * to `undelivered` when the endpoint rejected it, which is retried in the background. @throws when it was not stored
   */
  receive(submission: Submission): Promise<'taken' | 'undelivered'>
  /** Takes note of how a visitor was answered. */
  answered(form: string, status: number): void
}
