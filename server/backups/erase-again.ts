import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import Database from 'libsql'
import pg from 'pg'
import { main } from '../../app/leads/operations/main.ts'
import { ErasedList, erasedListName } from '../../app/leads/staff/erase/erased-list.ts'
import { BackupError } from './backup-error.ts'
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
    const chunks = await Promise.all(file.chunks.map((chunk) => reader.chunk(chunk)))
    lists.push(Buffer.concat(chunks).toString())
  }
  if (operators) {
    const list = await readFile(operators, 'utf8').catch((error: Error) => {
      throw new BackupError(`The list ${operators} can't be read: ${error.message}`)
    })
    lists.push(list)
  }
  const target = join(folder, erasedListName)
  const own = await readFile(target, 'utf8').catch(() => '')
  const lines = new Set([own, ...lists].flatMap((list) => list.split('\n')).filter(Boolean))
  if (lists.length === 0 || lines.size === 0) return
  const text = [...lines].map((line) => `${line}\n`).join('')
  await writeFile(target, text, { mode: 0o600, flush: true })
}

/**
 * Erases again whom the list in a restored folder names. Resolves to how many that were.
 *
 * @throws BackupError when it could not be done
 */
export async function eraseAgain(folder: string, databaseUrl?: string): Promise<number> {
  const ids = await new ErasedList(folder).read()
  if (ids.length === 0) return 0
  const left = databaseUrl ? await leftInPostgres(databaseUrl, ids) : leftInSqlite(folder, ids)
  // It also has the database's file written anew, which takes long.
  if (left === 0) return 0
  const [stdout, stderr] = [new Words(), new Words()]
  const source = { dataDir: folder, ...(databaseUrl && { databaseUrl }) }
  const code = await main(['re-erase'], source, { stdin: Readable.from([]), stdout, stderr })
  if (code !== 0) throw new BackupError(`Who was erased could not be again: ${stderr.text.trim()}`)
  return left
}

class Words extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk
    done()
  }
}

function leftInSqlite(folder: string, ids: string[]): number {
  const database = new Database(join(folder, 'leads.db'))
  try {
    const query = `select count(*) as n from lead
      where state <> 'erased' and id in (select value from json_each(?))`
    return (database.prepare(query).get(JSON.stringify(ids)) as { n: number }).n
  } finally {
    database.close()
  }
}

async function leftInPostgres(databaseUrl: string, ids: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const query = "select count(*)::int as n from lead where state <> 'erased' and id = any($1)"
    const { rows } = await client.query(query, [ids])
    return rows[0]?.n ?? 0
  } finally {
    await client.end()
  }
}
