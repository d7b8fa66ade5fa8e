import { reasonOf } from 'halvi-runtime/reason'

/** An import or export cannot be done. The message is one line that says where and why. */
export class TransferError extends Error {
  override name = 'TransferError'
}

/** Does the work; its error becomes a `TransferError` that begins with `where`. */
export function located<Result>(where: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new TransferError(`${where}: ${reasonOf(error)}`)
  }
}
