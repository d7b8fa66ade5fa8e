import { setTimeout as sleep } from 'node:timers/promises'
import { createFirstDelivery } from './delivery/delivery.ts'
import type { LeadsOptions } from './leads-options.ts'
import { answerContext } from './mail/answer-context.ts'
import { noOffice, type OfficeSignals } from './office-signals.ts'
import { openStore } from './open-store.ts'
import { createSubmissions } from './receive.ts'
import { Leaderboard } from './referrals/leaderboard.ts'
import { createApplicants } from './self-service/applicants.ts'
import { erasePerson } from './staff/erase/erase.ts'
import { ErasedList } from './staff/erase/erased-list.ts'
import { addVisits, type Visit } from './store/visits.ts'
import { openRateLimiter } from './submit/rate-limit.ts'

/** Time for deliveries to finish when the store closes, in milliseconds. */
const gracePeriodMs = 1_500

/** The visitors' part of the leads: stores submissions, delivers them first, and does what applicants ask for. */
export type Leads = Awaited<ReturnType<typeof createLeads>>
export { cleanEmail } from './clean-text.ts'
export * from './errors.ts'
export { campaignOf } from './first-touch.ts'
export type { FormDescription } from './form-description.ts'
export type { LeadsOptions } from './leads-options.ts'
export type { LeadObserver } from './observer.ts'
export type { OfficeSignals } from './office-signals.ts'
export { storable } from './store/storable.ts'
export type { Backlog } from './store/stored-lead.ts'
export type { RateLimit } from './submit/rate-limit.ts'

/**
 * Opens and migrates the lead store for the site. While PostgreSQL is unreachable, methods that need it reject. Another
 * part, `openLeadsOffice`, sends mail and repeats deliveries.
 *
 * @throws when the store cannot be opened: a damaged file, a newer version, a wrong password
 */
export async function createLeads(options: LeadsOptions) {
  const { dataDir, databaseUrl, log, rateLimit, mail, observer } = options
  let office = noOffice
  const { context, store } = await openStore(options, {
    migrates: true,
    onBusy: (isBusy) => office.busy(isBusy),
  })
  const { database, inTransaction, clock } = context
  const rateLimiter = await openRateLimiter(rateLimit, databaseUrl, log)
  const answering = mail && answerContext(context, mail, rateLimit !== 'off')
  const leaderboard = new Leaderboard(database)
  const delivery = createFirstDelivery(store, clock, options)
  const erasing = {
    ...context,
    erasedList: new ErasedList(dataDir),
    purge: {
      async run() {
        office.erased()
        return ''
      },
    },
  }

  return {
    /** Operations of applicants, through the links in their messages. */
    applicants: createApplicants({
      ...context,
      onListed: () => leaderboard.refresh(),
      async erase(email, by) {
        await erasePerson(erasing, email, by, 'keep')
        await leaderboard.refresh()
      },
      answering,
      onMessage: () => office.wake(),
    }),
    ...createSubmissions({
      ...context,
      ...{ store, delivery, rateLimiter, log, observer },
      isAnswered: mail?.sends ?? false,
    }),
    /** Resolves to the seconds for which a network is blocked because it floods the forms, or 0. */
    blockedFor: rateLimiter.blockedFor,
    /** Counts each form's leads: the total, those since a time, and the time of the first. Excludes spam. */
    count: store.count,

    /**
     * Resolves to the leaderboard, or to undefined if it cannot be read in time. Calls `onOutdated` once, when it has
     * changed.
     */
    leaderboard: (onOutdated?: () => void) => leaderboard.read(onOutdated),
    /** Reads the leaderboard again, because the office may have changed it. */
    refreshLeaderboard: () => leaderboard.refresh(),

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
     * Resolves when leads can be stored; checks at most once a second.
     *
     * @throws when they cannot be stored
     */
    check: store.check,

    /** Sends signals to the office from now on. */
    signalTo(signals: OfficeSignals): void {
      office = signals
    },

    /** Waits briefly for deliveries in progress, then closes the store. No submissions may follow. */
    async close() {
      // A hanging attempt is abandoned. The lead is stored, and is sent again with the same key when its lease
      // expires.
      leaderboard.close()
      const gracePeriod = sleep(gracePeriodMs, undefined, { ref: false })
      await (delivery && Promise.race([delivery.close(), gracePeriod]))
      await rateLimiter.close()
      await store.close()
    },
  }
}
