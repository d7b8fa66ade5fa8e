import type { Logger } from 'pino'
import { openAuditLog } from './audit/audit-log.ts'
import { ReadAudit } from './audit/read-audit.ts'
import type { StaffContext } from './context.ts'
import { ErasedList } from './erase/erased-list.ts'
import { createPurge } from './erase/purge.ts'
import { openPreviewLinks } from './preview-links.ts'
import { createExports } from './queries/export-leads.ts'
import { type RetentionIntervals, startRetentionJob } from './retention/retention-job.ts'
import { createStaffLeads } from './staff-leads.ts'

interface StaffOptions {
  dataDir: string
  databaseUrl?: string | undefined
  retentionDays?: number | undefined
  retention?: RetentionIntervals | undefined
  log: Logger
}

/** Opens the staff part of the leads. */
export function openStaff(opened: Omit<StaffContext, 'reads'>, options: StaffOptions) {
  const { database, inTransaction, clock, forms } = opened
  const { dataDir, databaseUrl, retentionDays, retention, log } = options
  const audit = openAuditLog(database, inTransaction, clock)
  const context = { ...opened, reads: new ReadAudit(audit, forms) }
  const exports = createExports({ dataDir, databaseUrl, forms })
  const purge = createPurge(database, log)
  const erasing = { ...context, purge, erasedList: new ErasedList(dataDir) }
  const onErased = () =>
    void purge.run().catch((err) => log.error({ err }, 'purging erased leads failed'))
  const retentionJob = startRetentionJob(database, erasing, onErased, log, retentionDays, retention)
  return {
    staff: createStaffLeads(erasing, exports),
    audit,
    previewLinks: openPreviewLinks(context),
    /** Closes everything except for the database. */
    async close() {
      await retentionJob.close()
      await purge.close()
      await exports.close()
    },
  }
}
