import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { leadsIndexFile } from '../../../store/database/file-names.ts'

/**
 * Brings what is committed to the index into its one file, after the process that wrote it was killed. Never throws:
 * an index that is damaged or missing is rebuilt.
 */
export function checkpointIndexFile(dataDir: string): void {
  const file = join(dataDir, leadsIndexFile)
  if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return
  try {
    const database = new Database(file)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
  } catch {
    // What is committed stays in the write-ahead log.
  }
}
