import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createDelivery, type DeliveryOptions } from './delivery/delivery.ts'
import type { FormDescription } from './form-description.ts'
import type { LeadObserver } from './observer.ts'
import type { AuditLog } from './staff/audit/audit-log.ts'
import { openStaff } from './staff/open-staff.ts'
import type { PreviewLinks } from './staff/preview-links.ts'
import type { RetentionIntervals } from './staff/retention/retention-job.ts'
import type { StaffLeads } from './staff/staff-leads.ts'
import type { NameOf, WorksHere } from './staff/summary.ts'
import { openDatabase } from './store/database/database.ts'
import type { InTransaction } from './store/database/transaction.ts'
import { createGroupCommit, type Write } from './store/group-commit.ts'
import { keepCountersFolded } from './store/keep-counters-folded.ts'
import { createStore } from './store/store.ts'
import type { Backlog, LeadCounts } from './store/stored-lead.ts'
import { addVisits, type Visit } from './store/visits.ts'
import { storeClock } from './store-clock.ts'
import type { Submissions } from './submissions.ts'
import { openRateLimiter, type RateLimit } from './submit/rate-limit.ts'

/** Deliveries have so long to end when the store is to be closed, in milliseconds. */
const gracePeriodMs = 1_500

/** The write side of the site: everything about leads that has state. */
export interface Leads extends Submissions {
  /** What the people who work here do with leads. */
  staff: StaffLeads
  /** Who did what. */
  audit: AuditLog
  /** The links that show drafts. */
  previewLinks: PreviewLinks
  /** Resolves to the seconds for which a network that floods the forms gets no page, else to 0. */
  blockedFor(network: string): Promise<number>
  /** How many leads each form has, how many came since, and when its first one came; spam left out. */
  count(since: Date): Promise<LeadCounts>
  /**
   * Calls back with the form of each new lead that this process stores, spam left out. Returns a function that ends it.
   * The listener must not throw.
   */
  onStored(listener: (form: string) => void): () => void
  /** Adds to how often pages were seen and forms opened. @throws when that could not be written */
  countVisits(visits: readonly Visit[]): Promise<void>
  /** How many leads are still to be sent, by any process on the same store. */
  backlog(): Promise<Backlog>
  /** Resolves when leads can be stored; tried once a second at most. @throws when they can't */
  check(): Promise<void>
  /** Waits a moment for deliveries under way, then closes the store. No submission may follow. */
  close(): Promise<void>
}

export type { FormDescription }

/** Where leads are kept and whom they are passed on to. */
export interface LeadsOptions {
  /** Directory of the embedded database; made when missing. */
  dataDir: string
  /** `postgres://…`; absent: SQLite in `dataDir`. */
  databaseUrl?: string
  /** The form-collection endpoint; absent: leads are only stored. */
  endpointUrl?: string
  /** Signs what is passed on: `whsec_…`. */
  endpointSecret?: string
  /** Whether how a visitor came is passed on, too. */
  endpointGetsFirstTouch?: boolean
  /** The forms that leads come from. Absent: staff see the payloads' own keys, and charts count no topics. */
  forms?: readonly FormDescription[]
  rateLimit: RateLimit
  log: Logger
  /** Hears what happens to leads. */
  observer?: LeadObserver
  /** What people who work here are called, or were when they left; absent: by their ids. */
  nameOf?: NameOf
  /** Who of them has not left. Absent: nobody is known to work here. */
  worksHere?: WorksHere
  /** Whether a process of its own indexes leads and reads them for staff. Absent: this one does, once staff ask. */
  indexProcess?: boolean
  /** Signs the cursors of lists; the same for all processes on one database. Absent: random, for this process alone. */
  cursorSecret?: string | undefined
  /** Other than the standard ones; for tests. */
  retention?: RetentionIntervals
  /** Other than the standard ones; for tests. */
  delivery?: Partial<DeliveryOptions>
}

/** Opens the lead store and starts to send due leads. @throws when the store can't be opened */
export async function createLeads(options: LeadsOptions): Promise<Leads> {
  const { databaseUrl, endpointUrl, endpointSecret, log } = options
  const { forms = [], nameOf = () => undefined, worksHere = () => false } = options
  const database = await openDatabase(options)
  // PostgreSQL lets its connections share commits by itself.
  const write: Write = databaseUrl ? (work) => work(database) : createGroupCommit(database)
  const inTransaction: InTransaction = databaseUrl
    ? (work) => database.transaction().execute(work)
    : write
  const openRest = async () => {
    const clock = await storeClock(database, databaseUrl !== undefined)
    return { clock, rateLimiter: await openRateLimiter(options.rateLimit, databaseUrl, log) }
  }
  const { clock, rateLimiter } = await openRest().catch(async (error) => {
    await database.destroy()
    throw error
  })
  const store = createStore(database, write, clock, databaseUrl ? undefined : options.dataDir)
  const staffPart = openStaff({ database, inTransaction, clock, forms, nameOf, worksHere }, options)
  const observer = withIndex(options.observer, staffPart.leadsChanged)
  const delivery = endpointUrl
    ? createDelivery(
        store,
        clock,
        {
          url: endpointUrl,
          secret: endpointSecret,
          sendsFirstTouch: options.endpointGetsFirstTouch,
        },
        options.delivery ?? {},
        { log, observer },
      )
    : undefined
  const counters = keepCountersFolded(database, log)
  const listeners = new Set<(form: string) => void>()

  return {
    staff: staffPart.staff,
    audit: staffPart.audit,
    previewLinks: staffPart.previewLinks,
    consume: rateLimiter.consume,
    blockedFor: rateLimiter.blockedFor,

    async receive(submission) {
      const sender = submission.delivered && !submission.spam ? delivery : undefined
      const { lead, added } = await store.add(submission, sender?.lease())
      log.info({ lead: lead.id, form: lead.form, added, spam: submission.spam }, 'lead')
      observer.arrived(lead.form, submission.spam ? 'spam' : added ? 'new' : 'repeated')
      if (added && !submission.spam) for (const listener of listeners) listener(lead.form)
      if (!sender || lead.state === 'stored' || lead.state === 'delivered') return 'taken'
      const accepted = await (added ? sender.first(lead) : sender.repeat(lead))
      return accepted ? 'taken' : 'undelivered'
    },

    count: (since) => store.count(since),

    onStored(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    countVisits: (visits) => addVisits(inTransaction, visits, new Date(clock.wall())),

    backlog: () => store.backlog(),

    answered: (form, status) => observer.answered(form, status),

    check: () => store.check(),

    async close() {
      // A try that hangs is left to its lease: the lead is stored, and is sent again under its old key.
      const tooLong = sleep(gracePeriodMs, undefined, { ref: false })
      await Promise.all([delivery && Promise.race([delivery.close(), tooLong]), staffPart.close()])
      await counters.close()
      await rateLimiter.close()
      await store.close()
    },
  }
}

/** Leads change when they come and when they are sent: the index is told of it too. */
function withIndex(observer: LeadObserver | undefined, leadsChanged: () => void): LeadObserver {
  return {
    arrived(form, arrival) {
      leadsChanged()
      observer?.arrived(form, arrival)
    },
    tried(form, accepted, seconds) {
      leadsChanged()
      observer?.tried(form, accepted, seconds)
    },
    answered: (form, status) => observer?.answered(form, status),
  }
}
