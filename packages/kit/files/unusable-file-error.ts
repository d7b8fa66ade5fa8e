/**
 * A file is damaged, or was written by a newer version. The message is one line for an operator. It contains the
 * file's path and what to do.
 */
export class UnusableFileError extends Error {
  override name = 'UnusableFileError'
}
