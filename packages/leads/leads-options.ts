import type { Logger } from 'pino'
import type { FormDescription } from './form-description.ts'
import type { AnswerOptions } from './mail/answer-context.ts'
import type { MailOptions } from './mail/mailer.ts'
import type { LeadObserver } from './observer.ts'
import type { SendingOptions } from './sending/sender.ts'
import type { RetentionIntervals } from './staff/retention/retention-job.ts'
import type { NameOf } from './staff/summary.ts'
import type { RateLimit } from './submit/rate-limit.ts'

/** Where leads are stored. */
export interface StoreOptions {
  /** Folder of the embedded database; created when missing. */
  dataDir: string
  /** `postgres://…`. By default SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  /** The forms of the site. Without them, staff see the payload's keys, and charts count no topics. */
  forms?: readonly FormDescription[]
  log: Logger
}

/** The endpoint that leads are delivered to. */
export interface DeliveryOptions {
  /** URL of the form endpoint. Without it, leads are only stored. */
  endpointUrl?: string | undefined
  /** Secret to sign deliveries with: `whsec_…`. */
  endpointSecret?: string | undefined
  /** Whether deliveries include the visitor's first touch. */
  endpointGetsFirstTouch?: boolean | undefined
  /** Receives events about leads, for metrics. */
  observer?: LeadObserver
  /** Overrides the standard options of delivery; for tests. */
  delivery?: Partial<SendingOptions>
}

/** What the site and the office of one database share. */
type SharedOptions = StoreOptions & DeliveryOptions & { rateLimit: RateLimit }

/** Options of the site's part. */
export interface LeadsOptions extends SharedOptions {
  /** How the office answers applications by mail. Without it, they are not answered. */
  mail?: AnswerOptions | undefined
}

/** Options of the office's part. */
export interface LeadsOfficeOptions extends SharedOptions {
  /** Returns the name of a staff member, also of a former one. Without it, ids are shown. */
  nameOf?: NameOf
  /** Number of days after which leads are erased. By default never. */
  retentionDays?: number | undefined
  /** Overrides the standard intervals of the retention job; for tests. */
  retention?: RetentionIntervals
  /** How applications are answered by mail. Without it, they are not answered. */
  mail?: MailOptions | undefined
  /** Called after people may have left or joined the public leaderboard. */
  onListed?: () => void
}
