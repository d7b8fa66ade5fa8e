import { LakeInUseError, lockDirectory } from 'embedded-content-lake'

/** What is held until it is released or the process dies in whatever way. */
export interface Lock {
  release(): void
}

/** Makes this process the only user of a folder. @throws `inUse` while there is another */
export function lockFolder(folder: string, inUse: Error): Lock {
  try {
    return lockDirectory(folder)
  } catch (error) {
    throw error instanceof LakeInUseError ? inUse : error
  }
}
