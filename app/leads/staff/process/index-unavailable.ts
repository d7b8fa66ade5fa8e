/** There is no answer: a process died, or took too long. Asked again, another may answer. */
export class IndexUnavailableError extends Error {
  override name = 'IndexUnavailableError'
}
