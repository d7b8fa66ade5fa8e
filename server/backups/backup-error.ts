/** A backup, a restore or a drill could not be done; the message is one line that says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** One line for what a file system says that its operator can mend; anything else is passed on. */
export function asBackupError(error: unknown, where: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`The disk of ${where} is full`)
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new BackupError(`${where} can't be used: ${message}`)
  }
  if (['ENOTDIR', 'EISDIR', 'EIO', 'ENOENT', 'EEXIST', 'ESTALE'].includes(code)) {
    return new BackupError(`${where} can't be used: ${message}`)
  }
  return error
}

/** Does something to files that are somewhere. @throws BackupError for what the file system says */
export async function withBackupError<Result>(
  where: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asBackupError(error, where)
  }
}
