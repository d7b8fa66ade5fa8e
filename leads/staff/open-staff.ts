import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { AuditLog } from './audit/audit-log.ts'
import { keepHead } from './audit/kept-head.ts'
import { openAuditLog } from './audit/open-audit-log.ts'
import { ReadAudit } from './audit/read-audit.ts'
import type { StaffContext } from './context.ts'
import { createStaffLeads } from './create-staff-leads.ts'
import { ErasedList } from './erase/erased-list.ts'
import { Forgetting } from './erase/forget.ts'
import { CursorSigner } from './index/cursor.ts'
import { openPreviewLinks, type PreviewLinks } from './preview-links.ts'
import { openLeadIndex } from './process/open-lead-index.ts'
import { type RetentionIntervals, startRetentionJob } from './retention/retention-job.ts'
import type { StaffLeads } from './staff-leads.ts'

interface StaffOptions {
  dataDir: string
  databaseUrl?: string | undefined
  indexProcess?: boolean | undefined
  retention?: RetentionIntervals | undefined
  cursorSecret?: string | undefined
  log: Logger
}

/** What staff do with leads, the log of it, and what goes on for them in the background. */
interface StaffPart {
  staff: StaffLeads
  audit: AuditLog
  previewLinks: PreviewLinks
  /** Takes note that leads were stored or changed. */
  leadsChanged(): void
  /** Ends all of it; the database stays open. */
  close(): Promise<void>
}

/** Opens the part of the leads that staff work with. Nothing of it keeps a submission waiting. */
export function openStaff(opened: Omit<StaffContext, 'reads'>, options: StaffOptions): StaffPart {
  const { database, inTransaction, clock } = opened
  const { dataDir, retention, cursorSecret = randomBytes(32).toString('hex'), log } = options
  const audit = openAuditLog(database, inTransaction, clock)
  const context = { ...opened, reads: new ReadAudit(audit) }
  const cursors = new CursorSigner(cursorSecret)
  const index = openLeadIndex(options)
  const erasedList = new ErasedList(dataDir)
  const forgetting = new Forgetting(database, index, log)
  const onErased = () =>
    void forgetting.forget().catch((err) => log.error({ err }, 'what was erased is not forgotten'))
  const retentionJob = startRetentionJob(
    database,
    { ...context, erasedList },
    onErased,
    log,
    retention,
  )
  const headKeeper = keepHead(database, dataDir, log)
  return {
    staff: createStaffLeads(context, { index, erasedList, forgetting, retentionJob, cursors }),
    audit,
    previewLinks: openPreviewLinks(context),
    leadsChanged: () => index.indexSoon(),
    async close() {
      await retentionJob.close()
      await forgetting.close()
      await headKeeper.close()
      await index.close()
    },
  }
}
