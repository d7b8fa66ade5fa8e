/** The process can't start for a reason that its operator can mend. The message is one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** One line for an operator when a disk is full or fails; undefined for any other error. */
export function diskFault(error: unknown): string | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  const isFault = /^(ENOSPC|EDQUOT|EIO|SQLITE_FULL|SQLITE_IOERR\w*)$/.test(code)
  return isFault
    ? `The disk of DATA_DIR is full or fails (${message}, ${code}): make room`
    : undefined
}
