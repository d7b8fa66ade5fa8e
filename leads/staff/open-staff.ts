import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { openAuditLog } from './audit/audit-log.ts'
import { ReadAudit } from './audit/read-audit.ts'
import type { StaffContext } from './context.ts'
import { ErasedList } from './erase/erased-list.ts'
import { Purge } from './erase/purge.ts'
import { CursorSigner } from './index/cursor.ts'
import { createLeadIndex } from './index/lead-index.ts'
import { openPreviewLinks } from './preview-links.ts'
import { IndexProcess } from './process/index-process.ts'
import { type RetentionIntervals, startRetentionJob } from './retention/retention-job.ts'
import { createStaffLeads } from './staff-leads.ts'

interface StaffOptions {
  dataDir: string
  databaseUrl?: string | undefined
  indexProcess?: boolean | undefined
  retention?: RetentionIntervals | undefined
  cursorSecret?: string | undefined
  log: Logger
}

/** Opens the staff part of the leads. It never delays submissions. */
export function openStaff(opened: Omit<StaffContext, 'reads'>, options: StaffOptions) {
  const { database, clock, forms } = opened
  const { dataDir, databaseUrl, retention, log } = options
  const { cursorSecret = randomBytes(32).toString('hex') } = options
  const audit = openAuditLog(database, opened.inTransaction, clock)
  const source = { dataDir, databaseUrl, forms }
  const index = options.indexProcess ? new IndexProcess(source, log) : createLeadIndex(source)
  index.scheduleIndexing()
  const inTransaction: typeof opened.inTransaction = async (work) => {
    const result = await opened.inTransaction(work)
    index.scheduleIndexing()
    return result
  }
  const context = { ...opened, inTransaction, reads: new ReadAudit(audit, forms) }
  const cursors = new CursorSigner(cursorSecret)
  const erasedList = new ErasedList(dataDir)
  const purge = new Purge(database, index, log)
  const onErased = () =>
    void purge
      .run()
      .catch((err) => log.error({ err }, 'purging erased leads from the index failed'))
  const erasing = { ...context, erasedList }
  const retentionJob = startRetentionJob(database, erasing, onErased, log, retention)
  return {
    staff: createStaffLeads(context, { index, erasedList, purge, retentionJob, cursors }),
    audit,
    index,
    previewLinks: openPreviewLinks(context),
    /** Schedules indexing of leads that were stored or changed. */
    leadsChanged: () => index.scheduleIndexing(),
    /** Closes everything except for the database. */
    async close() {
      await retentionJob.close()
      await purge.close()
      await index.close()
    },
  }
}
