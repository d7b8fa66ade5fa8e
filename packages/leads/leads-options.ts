import type { Logger } from 'pino'
import type { FormDescription } from './form-description.ts'
import type { MailOptions } from './mail/mailer.ts'
import type { LeadObserver } from './observer.ts'
import type { SendingOptions } from './sending/sender.ts'
import type { RetentionIntervals } from './staff/retention/retention-job.ts'
import type { NameOf } from './staff/summary.ts'
import type { RateLimit } from './submit/rate-limit.ts'

/** Where leads are stored, and the endpoint that they are delivered to. */
export interface LeadsOptions {
  /** Folder of the embedded database; created when missing. */
  dataDir: string
  /** `postgres://…`. By default SQLite in `dataDir`. */
  databaseUrl?: string
  /** URL of the form endpoint. Without it, leads are only stored. */
  endpointUrl?: string
  /** Secret to sign deliveries with: `whsec_…`. */
  endpointSecret?: string
  /** Whether deliveries include the visitor's first touch. */
  endpointGetsFirstTouch?: boolean
  /** The forms of the site. Without them, staff see the payload's keys, and charts count no topics. */
  forms?: readonly FormDescription[]
  rateLimit: RateLimit
  log: Logger
  /** Receives events about leads, for metrics. */
  observer?: LeadObserver
  /** Returns the name of a staff member, also of a former one. Without it, ids are shown. */
  nameOf?: NameOf
  /** Number of days after which leads are erased. By default never. */
  retentionDays?: number | undefined
  /** Overrides the standard intervals of the retention job; for tests. */
  retention?: RetentionIntervals
  /** How applications are answered by mail. Without it, they are not answered. */
  mail?: MailOptions
  /** Overrides the standard options of delivery; for tests. */
  delivery?: Partial<SendingOptions>
}
