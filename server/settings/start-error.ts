/** The process can't start for a reason that its operator can mend. The message is one line. */
export class StartError extends Error {
  override name = 'StartError'
}
