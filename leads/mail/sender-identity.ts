import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateFile } from 'halvi-runtime/files/private-files'
import { sql } from 'kysely'
import { isPostgres } from '../store/database/dialect.ts'
import { leadsFile } from '../store/database/file-names.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'

/** Name of the file in the data folder that contains the marks of the database that may send mail. */
const mailSenderFile = 'mail-sender'

/**
 * Decides whether this database may send its queued mail. A database that was restored, rolled back, or copied may
 * contain messages that were sent already, so it may not until an operator says so.
 *
 * `lead_mail.sender` contains the identity of the database at its last use. On SQLite, it is the file's inode and
 * creation time, which differ for a restored or copied file, and a mark that `mail-sender` contains too and that
 * changes while mail is sent, so that an older state in the same file is recognized. On PostgreSQL, it is the server's
 * identifier, the database's id, and the timeline, which changes with a point-in-time recovery.
 */
export class SenderIdentity {
  readonly #database: LeadDatabase
  readonly #inTransaction: InTransaction
  readonly #dataDir: string
  #mark = ''

  constructor(database: LeadDatabase, inTransaction: InTransaction, dataDir: string) {
    this.#database = database
    this.#inTransaction = inTransaction
    this.#dataDir = dataDir
  }

  /** Returns whether queued mail may be sent. A database that has never been used for mail becomes the sender. */
  async maySend(): Promise<boolean> {
    const { own, isUsed, isOwn, mark } = await this.#read()
    if (!isOwn) return false
    if (isPostgres(this.#database)) {
      if (!isUsed) await this.#store(own)
      return true
    }
    if (this.#mark && mark === this.#mark) return true
    if (isUsed && !readMarks(this.#dataDir).includes(mark)) return false
    // Another process on the same data folder may have renewed the mark.
    if (this.#mark && mark) this.#mark = mark
    else await this.renew()
    return true
  }

  /** Returns whether queued mail may be sent, without becoming the sender. */
  async isSender(): Promise<boolean> {
    const { isUsed, isOwn, mark } = await this.#read()
    if (!isUsed || !isOwn) return isOwn
    return isPostgres(this.#database) || readMarks(this.#dataDir).includes(mark)
  }

  /** Reads the stored identity and mark, and compares the identity with that of this database. */
  async #read() {
    const query = this.#database.selectFrom('lead_mail').select('sender')
    const { sender } = await query.executeTakeFirstOrThrow()
    const own = await this.#identity()
    const [known, mark = ''] = (sender ?? own).split(' ')
    return { own, isUsed: sender !== null, isOwn: known === own, mark }
  }

  /** Changes the mark. Call it after sending, at most once a minute. Does nothing on PostgreSQL. */
  async renew(): Promise<void> {
    if (isPostgres(this.#database)) return
    const mark = randomUUID()
    // Written first, with the previous mark: if the process dies in between, the database still has that one.
    const marks = [mark, this.#mark || readMarks(this.#dataDir)[0] || '']
    replacePrivateFile(join(this.#dataDir, mailSenderFile), marks.join('\n'))
    await this.#store(`${await this.#identity()} ${mark}`)
    this.#mark = mark
  }

  #store(sender: string): Promise<unknown> {
    return this.#inTransaction((within) =>
      within.updateTable('lead_mail').set({ sender }).execute(),
    )
  }

  async #identity(): Promise<string> {
    if (isPostgres(this.#database)) return postgresIdentity(this.#database)
    const { ino, birthtimeMs } = statSync(join(this.#dataDir, leadsFile))
    return `${ino}:${Math.floor(birthtimeMs)}`
  }
}

function readMarks(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, mailSenderFile), 'utf8').split('\n')
  } catch {
    return []
  }
}

async function postgresIdentity(database: LeadDatabase): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select (select system_identifier from pg_control_system()) || ':' ||
      (select oid from pg_database where datname = current_database()) || ':' ||
      (select timeline_id from pg_control_checkpoint()) as identity`.execute(database)
  return rows[0]?.identity ?? 'unknown'
}
