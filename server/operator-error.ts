/** An error that an operator can fix. The message is one line that says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

const unusable = 'EACCES EPERM EROFS ENOTDIR EISDIR EIO ENOENT EEXIST ENOTEMPTY EBUSY ESTALE'.split(
  ' ',
)

/**
 * Runs `work`, which reads or writes files in `where`.
 *
 * @throws OperatorError instead of file system errors
 */
export async function withOperatorError<Result>(
  where: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (/^(ENOSPC|EDQUOT)$/.test(code))
      throw new OperatorError(`The disk of ${where} is full. Free some space and try again`)
    if (unusable.includes(code))
      throw new OperatorError(
        `${where} can't be used: ${message}. Check that it exists, and that this user may write to it`,
      )
    throw error
  }
}
