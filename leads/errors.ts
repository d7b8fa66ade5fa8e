/** A command could not be carried out, for a reason that the operator can fix. The message is one line. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** The arguments of a command make no sense. The message is one line. */
export class InvalidInputError extends Error {
  override name = 'InvalidInputError'
}

/** A filter matches more leads than one request may change. */
export class TooManyLeadsError extends Error {
  override name = 'TooManyLeadsError'
}

/** A person has as many saved views as are allowed. */
export class TooManyViewsError extends Error {
  override name = 'TooManyViewsError'
}

/** A cursor that this site did not make for this person and list. */
export class CursorError extends Error {
  override name = 'CursorError'
}

/** Neither a form of the site nor one that has left leads. */
export class UnknownFormError extends Error {
  override name = 'UnknownFormError'
}

/** The index did not answer: a process died or took too long. Another try may succeed. */
export class IndexUnavailableError extends Error {
  override name = 'IndexUnavailableError'
}
