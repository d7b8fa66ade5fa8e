import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ErasedList, erasedListName } from 'halvi-leads/erased-list'
import { eraseAgain as eraseListed } from 'halvi-leads/operations/erasing/re-erase'
import { reasonOf } from 'halvi-runtime/reason'
import { BackupError } from '../backup-error.ts'
import type { OpenBackup } from './open-backup.ts'

/**
 * Puts the lists of who was erased together in a restored folder: the backup's own, that of the newest backup
 * beside it, and one that an operator still has.
 *
 * @throws BackupError when the operator's can't be read
 */
export async function mergeErasedLists(
  folder: string,
  { reader, newest, manifest }: Pick<OpenBackup, 'reader' | 'newest' | 'manifest'>,
  operators: string | undefined,
): Promise<void> {
  const lists: string[] = []
  const file = newest.files.find(({ path }) => path === erasedListName)
  if (newest !== manifest && file) {
    lists.push(await text(Readable.from(reader.bytesOf(file))))
  }
  if (operators) {
    const list = await readFile(operators, 'utf8').catch((error: Error) => {
      throw new BackupError(`The list ${operators} can't be read: ${error.message}`)
    })
    lists.push(list)
  }
  await new ErasedList(folder).merge(lists)
}

/**
 * Erases again whom the list in a restored folder names. Resolves to how many that were.
 *
 * @throws BackupError when it could not be done
 */
export async function eraseAgain(folder: string, databaseUrl?: string): Promise<number> {
  try {
    return await eraseListed({ dataDir: folder, databaseUrl })
  } catch (error) {
    throw new BackupError(`Who was erased could not be again: ${reasonOf(error)}`)
  }
}
