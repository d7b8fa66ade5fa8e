import type { LeadObserver } from 'halvi-leads'
import { type MailCounts, messageKinds } from 'halvi-leads/mail'
import { createSharedMetrics } from 'halvi-site/metrics'

/** The metrics of the office, which the site serves together with its own. */
export type Metrics = ReturnType<typeof createMetrics>

/** The states of a message after an attempt. Each is reported as 0 from the start. */
const mailOutcomes = ['delivered', 'pending', 'exhausted', 'bounced', 'uncertain']

/** The names of the office's limits, explained in docs/operate/metrics.md. Each is reported as 0 from the start. */
const limits = [
  ...['streams', 'public-streams', 'preview', 'passwords', 'staff', 'queries'],
  ...['sockets', 'socket-streams', 'exports', 'pictures'],
]

/** Returns metrics whose counters start at 0. */
export function createMetrics() {
  const { registry, counter, observe, attempted, countRejection } = createSharedMetrics(
    'office',
    limits,
  )
  const mails = counter(
    'halvi_mail_attempts_total',
    'Attempts to send messages, by kind and the state of the message after it',
    'kind',
    'state',
  )
  for (const kind of messageKinds) {
    for (const state of mailOutcomes) mails.inc({ kind, state }, 0)
  }

  return {
    /** Counts events of leads. */
    leads: {
      attempted,
      mailed: (kind, state) => mails.inc({ kind, state }),
      // The site counts these.
      arrived: () => {},
      responded: () => {},
    } satisfies LeadObserver,
    countRejection,
    observeMail(read: () => Promise<MailCounts>) {
      // The registry collects all gauges at the same time: they share one call.
      let reading: Promise<MailCounts | undefined> | undefined
      const number = (name: keyof MailCounts) => async () => {
        reading ??= read().catch(() => undefined)
        const counts = await reading
        reading = undefined
        return counts?.[name] ?? Number.NaN
      }
      observe({
        halvi_mail_pending: ['Messages to send', number('pending')],
        halvi_mail_oldest_pending_age_seconds: [
          'Age of the oldest message to send; 0 without such messages',
          number('oldestPendingAge'),
        ],
        halvi_mail_waiting: ['Invitations that wait for their turn', number('waiting')],
        halvi_mail_held: ['Messages that are held', number('held')],
        halvi_mail_on_hold: [
          'Whether queued mail is held because the database was restored',
          number('onHold'),
        ],
        halvi_mail_exhausted: ['Messages that were given up', number('exhausted')],
        halvi_mail_bounced: ['Messages that mail servers rejected for good', number('bounced')],
        halvi_mail_uncertain: ['Messages that may not have arrived', number('uncertain')],
        halvi_mail_possibly_doubled: [
          'Messages that may have arrived twice',
          number('possiblyDoubled'),
        ],
        halvi_applicants_confirmed: ['Applicants with a confirmed address', number('confirmed')],
        halvi_credits_given: ['Referrals that count', number('creditGiven')],
        halvi_credits_withheld: ['Referrals under suspicion', number('creditWithheld')],
        halvi_credits_denied: ['Referrals that staff have denied', number('creditDenied')],
      })
    },
    /** Resolves to the current values of all metrics. */
    values: () => registry.getMetricsAsJSON(),
  }
}
