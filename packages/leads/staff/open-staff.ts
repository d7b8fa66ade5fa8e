import type { LeadsOfficeOptions } from '../leads-options.ts'
import { openAuditLog } from './audit/audit-log.ts'
import { ReadAudit } from './audit/read-audit.ts'
import type { StaffContext } from './context.ts'
import { ErasedList } from './erase/erased-list.ts'
import { createPurge } from './erase/purge.ts'
import { openPreviewLinks } from './preview-links.ts'
import { createExports } from './queries/export-leads.ts'
import { startRetentionJob } from './retention/retention-job.ts'
import { createStaffLeads } from './staff-leads.ts'

/** Opens the staff part of the leads. */
export function openStaff(opened: Omit<StaffContext, 'reads'>, options: LeadsOfficeOptions) {
  const { database, inTransaction, clock, forms } = opened
  const { dataDir, databaseUrl, retentionDays, retention, log } = options
  const audit = openAuditLog(database, inTransaction, clock)
  const context = { ...opened, reads: new ReadAudit(audit, forms) }
  const exports = createExports({ dataDir, databaseUrl, forms })
  const purge = createPurge(database, log)
  const erasing = { ...context, purge, erasedList: new ErasedList(dataDir) }
  const purgeErased = () =>
    void purge.run().catch((err) => log.error({ err }, 'purging erased leads failed'))
  const retentionJob = startRetentionJob(
    ...[database, erasing, purgeErased, log, retentionDays, retention],
  )
  return {
    staff: createStaffLeads(erasing, exports),
    audit,
    previewLinks: openPreviewLinks(context),
    /** Purges erased data from the database's files in the background. */
    purge: purgeErased,
    /** Closes everything except for the database. */
    async close() {
      await retentionJob.close()
      await purge.close()
      await exports.close()
    },
  }
}
