import { OperatorError } from '../../operator-error.ts'

/**
 * A folder or a bucket that keeps files by name. Names are relative, with slashes, of letters, digits, dots, dashes.
 * Each method throws `OperatorError` when the store is unreachable, rejects the request, or is full.
 */
export interface FileStore {
  /** The address or path that operators know. */
  readonly name: string
  /** All names that begin with `prefix`, in no order. */
  list(prefix: string): Promise<string[]>
  /**
   * Undefined where there is no such file.
   *
   * @param maxBytes `smallFileBytes` if absent
   * @throws OperatorError for a larger file, before it is in memory
   */
  read(name: string, maxBytes?: number): Promise<Buffer | undefined>
  /** Replaces the file. When it resolves, the file is whole and survives a power cut. */
  write(name: string, data: Buffer): Promise<void>
  /** The same, unless there is one already: resolves to whether it was created. */
  create(name: string, data: Buffer): Promise<boolean>
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>
  /** Removes files that killed writers left half written long ago: at the top, and in these folders. */
  removeUnfinished(folders: readonly string[]): Promise<void>
}

/** The largest key, lock, or description of a repository. */
export const smallFileBytes = 1 << 20

/** @throws OperatorError for a file with more bytes than it may have */
export function assertSize(store: string, name: string, size: number, maxBytes: number): void {
  if (size <= maxBytes) return
  throw new OperatorError(`${name} in ${store} is damaged: it has more than ${maxBytes} bytes`)
}

/** What a backup is written to. */
export type WriteStore = Pick<FileStore, 'name' | 'write'>

/** What a backup is read from. */
export type ReadStore = Pick<FileStore, 'name' | 'list' | 'read'>
