import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from './clock.ts'
import { startDelivery } from './delivery/delivery.ts'
import type { LeadsOptions } from './leads-options.ts'
import { startMailer } from './mail/mailer.ts'
import type { MessageKind } from './mail/message.ts'
import { countMail } from './mail/operating/counts.ts'
import { createSubmissions } from './receive.ts'
import { Leaderboard } from './referrals/leaderboard.ts'
import { createApplicants } from './self-service/applicants.ts'
import { openStaff } from './staff/open-staff.ts'
import { openDatabase } from './store/database/database.ts'
import { type InTransaction, postgresTransactions } from './store/database/transaction.ts'
import { createGroupCommit, type Write } from './store/group-commit.ts'
import { startSlotMerging } from './store/slot-merging.ts'
import { createStore } from './store/store.ts'
import { addVisits, type Visit } from './store/visits.ts'
import { readClockState } from './store-clock.ts'
import { openRateLimiter } from './submit/rate-limit.ts'
import { createWaves } from './waves/waves.ts'
import { workOnWaves } from './waves/work.ts'

/** Time for deliveries to finish when the store closes, in milliseconds. */
const gracePeriodMs = 1_500

/** The stateful part of the site: stores, delivers, and manages leads. */
export type Leads = Awaited<ReturnType<typeof createLeads>>
export { cleanEmail } from './clean-text.ts'
export * from './errors.ts'
export { campaignOf } from './first-touch.ts'
export type { FormDescription } from './form-description.ts'
export type { LeadsOptions } from './leads-options.ts'
export type { LeadObserver } from './observer.ts'
export { storable } from './store/storable.ts'
export type { Backlog } from './store/stored-lead.ts'
export type { RateLimit } from './submit/rate-limit.ts'

/**
 * Opens the lead store and starts to deliver due leads. While PostgreSQL is unreachable, methods that need it reject.
 *
 * @throws when the store cannot be opened: a damaged file, a newer version, a wrong password
 */
export async function createLeads(options: LeadsOptions) {
  const { databaseUrl, log } = options
  const { forms = [], nameOf = () => undefined, observer } = options
  const clock = createClock()
  const database = await openDatabase({
    ...options,
    onMigrated: async (opened) =>
      clock.adjust(await readClockState(opened, databaseUrl !== undefined)),
  })
  // PostgreSQL groups the commits of its connections automatically.
  const write: Write = databaseUrl ? (work) => work(database) : createGroupCommit(database)
  const inTransaction: InTransaction = databaseUrl ? postgresTransactions(database) : write
  const rateLimiter = await openRateLimiter(options.rateLimit, databaseUrl, log)
  const context = { database, inTransaction, clock, forms }
  const store = createStore(context, write, forms, databaseUrl ? undefined : options.dataDir)
  const mailer =
    options.mail &&
    startMailer(
      {
        ...context,
        log,
        limitsNetworks: options.rateLimit !== 'off',
        work: (mail) => workOnWaves(context, mail),
        onMessage: observer?.mailed,
      },
      options.mail,
    )
  const mail = options.mail && mailer && { ...options.mail, ...mailer }
  const leaderboard = new Leaderboard(database)
  const onListed = () => leaderboard.refresh()
  const staffPart = openStaff(
    { ...context, nameOf, mail, onListed, delivers: options.endpointUrl !== undefined },
    options,
  )
  const delivery = startDelivery(store, clock, options)
  const slots = databaseUrl ? startSlotMerging(database, log) : undefined

  const submissions = createSubmissions({
    ...context,
    store,
    delivery,
    rateLimiter,
    log,
    observer,
    isAnswered: () => mailer?.answering.newState() === 'pending',
  })

  return {
    /** Operations of staff on leads. */
    staff: staffPart.staff,
    /** The audit log. */
    audit: staffPart.audit,
    /** The links that show drafts. */
    previewLinks: staffPart.previewLinks,
    /** Operations of applicants, through the links in their messages. */
    applicants: createApplicants({
      ...context,
      onListed,
      erase: staffPart.staff.erase,
      answering: mailer?.answering,
      onMessage: () => mailer?.wake(),
    }),
    /** Operations of staff on waves of invitations. */
    waves: createWaves(context, options.mail, () => mailer?.wake()),
    ...submissions,
    /** Resolves to the seconds for which a network is blocked because it floods the forms, or 0. */
    blockedFor: rateLimiter.blockedFor,
    /** Counts each form's leads: the total, those since a time, and the time of the first. Excludes spam. */
    count: store.count,

    /**
     * Resolves to the leaderboard, or to undefined if it cannot be read in time. Calls `onOutdated` once, when it has
     * changed.
     */
    leaderboard: (onOutdated?: () => void) => leaderboard.read(onOutdated),

    /**
     * Adds to the counts of page views and opened forms.
     *
     * @throws when they could not be stored
     */
    countVisits: (visits: readonly Visit[]) =>
      addVisits(inTransaction, visits, new Date(clock.wall())),

    /** Counts leads that are still to be delivered, by any process on the same store. */
    backlog: store.backlog,

    /**
     * Writes to a staff member, if mail is sent. An address gets one message of a kind a day, and five invitations.
     * Resolves to whether the message is sent.
     */
    async writeToStaff(
      kind: MessageKind,
      { email }: { email: string },
      data: Readonly<Record<string, unknown>>,
    ) {
      return (await mailer?.notices()?.write(kind, email, data)) ?? false
    },

    /** Counts messages and applicants, for metrics. */
    mailCounts: async () => ({
      ...(await countMail(database, clock.wall())),
      onHold: Number(mailer?.isOnHold() ?? false),
    }),

    /**
     * Resolves when leads can be stored; checks at most once a second.
     *
     * @throws when they cannot be stored
     */
    check: store.check,

    /** Waits briefly for deliveries in progress, then closes the store. No submissions may follow. */
    async close() {
      // A hanging attempt is abandoned. The lead is stored, and is sent again with the same key when its lease
      // expires.
      leaderboard.close()
      const gracePeriod = sleep(gracePeriodMs, undefined, { ref: false })
      await Promise.all([
        delivery && Promise.race([delivery.close(), gracePeriod]),
        mailer && Promise.race([mailer.close(), gracePeriod]),
        staffPart.close(),
      ])
      await slots?.close()
      await rateLimiter.close()
      await store.close()
    },
  }
}
