/**
 * A file is damaged, or a newer version has written it. The message is one line for an operator: it names the file
 * and what to do.
 */
export class UnusableFileError extends Error {
  override name = 'UnusableFileError'
}
