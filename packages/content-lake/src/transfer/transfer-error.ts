import { reasonOf } from 'halvi-kit/reason'

/** An import or export failed. The message is one line with the location and the reason. */
export class TransferError extends Error {
  override name = 'TransferError'
}

/** Runs the work. Turns an error into a `TransferError` that starts with `where`. */
export function located<Result>(where: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new TransferError(`${where}: ${reasonOf(error)}`, { cause: error })
  }
}
