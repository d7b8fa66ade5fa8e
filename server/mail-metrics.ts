import { messageKinds } from 'halvi-leads/mail/message'
import { countedStates, type MailCounts } from 'halvi-leads/mail-counts'
import { Counter, Gauge, type Registry } from 'prom-client'

/** States after an attempt to send. The counters start at 0. */
const outcomes = ['delivered', 'pending', 'exhausted', 'bounced', 'uncertain']

const credits = ['pending', 'given', 'withheld', 'denied']

/** Adds a counter of attempts to send messages. Returns a function that counts one. */
export function addMailCounter(registry: Registry) {
  const attempts = new Counter({
    name: 'halvi_mail_attempts_total',
    help: 'Attempts to send messages, by kind and the state of the message after it',
    labelNames: ['kind', 'state'],
    registers: [registry],
  })
  for (const kind of messageKinds) for (const state of outcomes) attempts.inc({ kind, state }, 0)
  return (kind: string, state: string) => attempts.inc({ kind, state })
}

/** Adds gauges of messages and applicants, which are `NaN` while `read` fails. */
export function addMailGauges(registry: Registry, read: () => Promise<MailCounts>): void {
  // The registry collects all gauges at the same time: they share one call.
  let reading: Promise<MailCounts | undefined> | undefined
  const share = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const add = (name: string, help: string, numberIn: (counts: MailCounts) => number) =>
    addLabeled(name, help, '', [''], numberIn)
  function addLabeled(
    ...[name, help, label, values, numberIn]: [
      name: string,
      help: string,
      label: string,
      values: readonly string[],
      numberIn: (counts: MailCounts, value: string) => number | undefined,
    ]
  ) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const counts = await share()
        for (const value of values) {
          const number = counts ? (numberIn(counts, value) ?? 0) : Number.NaN
          this.set(label ? { [label]: value } : {}, number)
        }
      },
    })
  }
  const ofMessages = 'Messages that were not delivered, by state'
  addLabeled(
    'halvi_messages',
    ofMessages,
    'state',
    countedStates,
    ({ messages }, state) => messages[state],
  )
  const ofReferrals = 'People whom others brought, by the state of the credit'
  addLabeled(
    'halvi_referrals',
    ofReferrals,
    'credit',
    credits,
    (counts, credit) => counts.credits[credit],
  )
  add(
    'halvi_messages_possibly_doubled',
    'Messages that may have arrived twice',
    ({ possiblyDoubled }) => possiblyDoubled,
  )
  add(
    'halvi_messages_oldest_pending_age_seconds',
    'Age of the oldest message to send; 0 without such messages',
    ({ oldestPending: at }) => (at ? Math.max(0, Date.now() - Date.parse(at)) / 1000 : 0),
  )
  add(
    'halvi_mail_on_hold',
    'Whether queued mail is held because the database was restored or copied',
    ({ isOnHold }) => Number(isOnHold),
  )
  add(
    'halvi_applicants_confirmed',
    'Applicants who have confirmed their address',
    ({ confirmed }) => confirmed,
  )
}
