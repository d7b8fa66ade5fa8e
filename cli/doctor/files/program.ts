// A process of its own for what takes seconds and can't be interrupted: reading databases through.
import { existsSync } from 'node:fs'
import { reasonOf } from 'halvi-runtime/reason'
import type Database from 'libsql'
import type { Examine, Examined } from './messages.ts'
import { openReadOnly } from './read-only.ts'

const tell = (message: Examined) => process.send?.(message)

// Without a listener any more nothing keeps the process: it ends once all is told.
process.once('message', ({ files }: Examine) => {
  for (const file of files.filter((one) => existsSync(one))) examine(file)
})

function examine(file: string): void {
  try {
    const database = openReadOnly(file)
    const { user_version: version } = database.prepare('pragma user_version').get() as {
      user_version: number
    }
    const known = { file, version, migrations: migrationsIn(database), ...unindexedIn(database) }
    tell(known)
    const { quick_check: integrity } = database.prepare('pragma quick_check(1)').get() as {
      quick_check: string
    }
    tell({ ...known, integrity })
    database.close()
  } catch (error) {
    tell({ file, integrity: reasonOf(error) })
  }
}

const hasTable = (database: Database.Database, name: string) =>
  database.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined

function unindexedIn(database: Database.Database): { unindexed?: number } {
  if (!hasTable(database, 'lead_to_index')) return {}
  return database.prepare('select count(*) as unindexed from lead_to_index').get() as object
}

function migrationsIn(database: Database.Database): string[] {
  if (!hasTable(database, 'kysely_migration')) return []
  const rows = database.prepare('select name from kysely_migration').all() as { name: string }[]
  return rows.map(({ name }) => name)
}
