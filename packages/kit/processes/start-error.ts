/** An error that prevents the start and that an operator can fix. The message is one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Returns one line for an operator if an error means that the disk is full or failing. Returns undefined for other
 * errors.
 */
export function diskFault(error: unknown): string | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  const isFault = /^(ENOSPC|EDQUOT|EIO|SQLITE_FULL|SQLITE_IOERR\w*)$/.test(code)
  return isFault
    ? `The disk of DATA_DIR is full or failing (${message}, ${code}). Free some space or check the disk`
    : undefined
}
