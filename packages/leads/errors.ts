/** A command failed for a reason that the operator can fix. The message is one line. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** A value is invalid, such as an argument of a command or the name of a form. The message is one line. */
export class InvalidInputError extends Error {
  override name = 'InvalidInputError'
}

/** A filter matches more leads than one request may change. */
export class TooManyLeadsError extends Error {
  override name = 'TooManyLeadsError'
}

/** A staff member has the maximum number of saved views. */
export class TooManyViewsError extends Error {
  override name = 'TooManyViewsError'
}

/** A cursor is invalid: it was not issued for this person and list. */
export class CursorError extends Error {
  override name = 'CursorError'
}

/** Too many exports run at the same time. A retry may succeed. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** A message can't be rendered because the content is unavailable. A retry may succeed. */
export class MessageUnavailableError extends Error {
  override name = 'MessageUnavailableError'
}
