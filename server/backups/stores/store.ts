import { BackupError } from '../backup-error.ts'

/**
 * Something that keeps files by name, as a folder or a bucket does. Names are relative, with slashes, of
 * letters, digits, dots, dashes. Each method throws `BackupError` when the store is away, refuses or is full.
 */
export interface Store {
  /** What an operator calls it. */
  readonly name: string
  /** All names that begin so, in no order. */
  list(prefix: string): Promise<string[]>
  /**
   * Undefined where there is none of that name.
   *
   * @param maxBytes `smallFileBytes` if absent
   * @throws BackupError for a file of more bytes, before they are in memory
   */
  read(name: string, maxBytes?: number): Promise<Buffer | undefined>
  /** When it resolves the file is there, whole, and outlasts a power cut. Replaces what was there. */
  write(name: string, data: Buffer): Promise<void>
  /** The same, unless there is one already: resolves to whether it was made. */
  create(name: string, data: Buffer): Promise<boolean>
  /** Does nothing where there is none. */
  remove(name: string): Promise<void>
  /** Removes what writers that were killed have left half written, long ago: at the top, and in these folders. */
  removeUnfinished(folders: readonly string[]): Promise<void>
}

/** The largest key, lock, or description of a place. */
export const smallFileBytes = 1 << 20

/** @throws BackupError for a file with more bytes than it may have */
export function assertSize(store: string, name: string, size: number, maxBytes: number): void {
  if (size <= maxBytes) return
  throw new BackupError(`${name} in ${store} is damaged: it has more than ${maxBytes} bytes`)
}

/** What a backup that is made only once, in a file, is written into. */
export type WriteStore = Pick<Store, 'name' | 'write'>

/** What a backup is read from. */
export type ReadStore = Pick<Store, 'name' | 'list' | 'read'>
