/** What was asked for could not be done, for a reason that its operator can mend; the message is one line. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** What was asked for makes no sense; the message is one line. */
export class InvalidInputError extends Error {
  override name = 'InvalidInputError'
}
