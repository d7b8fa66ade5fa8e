// A process of its own for what takes seconds and can't be interrupted: reading databases through.
import { existsSync } from 'node:fs'
import type Database from 'libsql'
import { reasonOf } from '../../../app/leads/reason.ts'
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
    const migrations = migrationsIn(database)
    tell({ file, version, migrations })
    const { quick_check: integrity } = database.prepare('pragma quick_check(1)').get() as {
      quick_check: string
    }
    tell({ file, version, migrations, integrity })
    database.close()
  } catch (error) {
    tell({ file, integrity: reasonOf(error) })
  }
}

function migrationsIn(database: Database.Database): string[] {
  const table = database
    .prepare("select 1 from sqlite_schema where name = 'kysely_migration'")
    .get()
  if (!table) return []
  const rows = database.prepare('select name from kysely_migration').all() as { name: string }[]
  return rows.map(({ name }) => name)
}
