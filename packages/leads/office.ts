import { setTimeout as sleep } from 'node:timers/promises'
import { startRedelivery } from './delivery/delivery.ts'
import type { LeadsOfficeOptions } from './leads-options.ts'
import { startMailer } from './mail/mailer.ts'
import type { MessageKind } from './mail/message.ts'
import { countMail } from './mail/operating/counts.ts'
import type { OfficeSignals } from './office-signals.ts'
import { openStore } from './open-store.ts'
import { openStaff } from './staff/open-staff.ts'
import { startSlotMerging } from './store/slot-merging.ts'
import { WritePause } from './store/write-pause.ts'
import { createWaves } from './waves/waves.ts'
import { workOnWaves } from './waves/work.ts'

/** Time for messages and deliveries to finish when the store closes, in milliseconds. */
const gracePeriodMs = 1_500

/** The office's part of the leads: what staff do with them, mail, repeated deliveries, and retention. */
export type LeadsOffice = Awaited<ReturnType<typeof openLeadsOffice>>
export type { LeadsOfficeOptions } from './leads-options.ts'

/**
 * Opens the lead store, which the site has migrated, for the office. It answers applications, sends mail, repeats
 * deliveries, and erases old leads, until closed.
 *
 * @throws when the store cannot be opened
 */
export async function openLeadsOffice(options: LeadsOfficeOptions) {
  const { databaseUrl, log, observer, nameOf = () => undefined, onListed = () => {} } = options
  const pause = new WritePause()
  const { context, store } = await openStore(options, {
    migrates: false,
    turn: () => pause.end(),
  })
  const { database, clock } = context
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
  const staffPart = openStaff(
    { ...context, nameOf, mail, onListed, delivers: options.endpointUrl !== undefined },
    options,
  )
  const delivery = startRedelivery(store, clock, options)
  const slots = databaseUrl ? startSlotMerging(database, log) : undefined
  // The site may have erased people while there was no office.
  staffPart.purge()

  return {
    /** Operations of staff on leads. */
    staff: staffPart.staff,
    /** The audit log. */
    audit: staffPart.audit,
    /** The links that show drafts. */
    previewLinks: staffPart.previewLinks,
    /** Operations of staff on waves of invitations. */
    waves: createWaves(context, options.mail, () => mailer?.wake()),
    /** Counts leads that are still to be delivered, by any process on the same store. */
    backlog: store.backlog,
    /** What the site signals. */
    signals: {
      wake: () => mailer?.wake(),
      busy: (isBusy) => pause.set(isBusy),
      erased: staffPart.purge,
    } satisfies OfficeSignals as OfficeSignals,

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

    /** Waits briefly for messages and deliveries in progress, then closes the store. */
    async close() {
      const gracePeriod = sleep(gracePeriodMs, undefined, { ref: false })
      await Promise.all([
        delivery && Promise.race([delivery.close(), gracePeriod]),
        mailer && Promise.race([mailer.close(), gracePeriod]),
        staffPart.close(),
      ])
      await slots?.close()
      await store.close()
    },
  }
}
