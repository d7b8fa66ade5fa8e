import { OperatorError } from '../../operator-error.ts'

/**
 * A folder or bucket that stores files by name. Names are relative paths with slashes; they contain letters, digits,
 * dots, and dashes. Each method throws `OperatorError` when the store is unreachable, rejects the request, or is
 * full.
 */
export interface FileStore {
  /** The address or path as the operator entered it. */
  readonly name: string
  /** Resolves to all names that start with `prefix`, in any order. */
  list(prefix: string): Promise<string[]>
  /**
   * Resolves to the file's content, or undefined if the file does not exist.
   *
   * @param maxBytes maximum size of the file. Default: `smallFileBytes`
   * @throws OperatorError for a larger file, before it is loaded into memory
   */
  read(name: string, maxBytes?: number): Promise<Buffer | undefined>
  /** Creates or replaces a file. When it resolves, the file is complete and survives a power failure. */
  write(name: string, data: Buffer): Promise<void>
  /** Creates a file. Resolves to false if the file already exists. */
  create(name: string, data: Buffer): Promise<boolean>
  /** Deletes a file. Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
  /** Deletes abandoned unfinished files of killed writers, in the top folder and in `folders`. */
  removeUnfinished(folders: readonly string[]): Promise<void>
}

/** Maximum size of a key, lock, or owner file. */
export const smallFileBytes = 1 << 20

/**
 * Checks the size of a file.
 *
 * @throws OperatorError for a file larger than `maxBytes`
 */
export function assertSize(store: string, name: string, size: number, maxBytes: number): void {
  if (size <= maxBytes) return
  throw new OperatorError(`${name} in ${store} is damaged: it has more than ${maxBytes} bytes`)
}

/** The part of a store that writing a backup needs. */
export type WriteStore = Pick<FileStore, 'name' | 'write'>

/** The part of a store that reading a backup needs. */
export type ReadStore = Pick<FileStore, 'name' | 'list' | 'read'>
