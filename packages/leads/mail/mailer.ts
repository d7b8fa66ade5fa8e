import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { FormDescription } from '../form-description.ts'
import { Alarm } from '../sending/alarm.ts'
import type { Outcome } from '../sending/outcome.ts'
import { nextSendState, standardSchedule } from '../sending/schedule.ts'
import { sendDue } from '../sending/send-due.ts'
import { createSender, type SendingOptions } from '../sending/sender.ts'
import { BatchSize } from '../store/batch-size.ts'
import type { StoreContext } from '../store/store-context.ts'
import { AnswerError, answerLeads } from './answer.ts'
import { answerContext } from './answer-context.ts'
import type { SiteUrls } from './fields.ts'
import type { RenderMessage, StoredMessage } from './message.ts'
import { holdQueued, isOnHold } from './operating/hold.ts'
import { createNotices, type StaffMay } from './operating/notices.ts'
import { type MessageChange, openOutbox } from './outbox.ts'
import { createPostman, maxUncertain, uncertainSoFar } from './postman.ts'
import { addReminders } from './reminders.ts'
import type { SmtpOptions } from './smtp.ts'

/** How the site sends mail. */
export interface MailOptions extends SiteUrls {
  /** The mail server. Without it, messages are stored and shown to staff, not sent. */
  smtp?: SmtpOptions | undefined
  render: RenderMessage
  /** Whether applicants must confirm their address. Otherwise it counts as confirmed. */
  confirms: boolean
  /** Without it, no messages are sent to staff. */
  staffMay?: StaffMay
  /** Overrides the standard options of sending; for tests. */
  sending?: Partial<SendingOptions>
}

/** Whether mail is sent: `off` without a mail server, `held` while the database may not send. */
export type MailState = 'on' | 'off' | 'held'

/**
 * Does a short part of the work that causes messages. Resolves to whether more is to be done now. It runs again after a
 * pause in which applications are answered.
 */
export type MailWork = (mail: MailState) => Promise<boolean>

/** Receives events about messages, for metrics. It must not throw. */
export type OnMessage = (kind: string, state: string) => void

const standard: SendingOptions = { timeoutMs: 30_000, schedule: standardSchedule, pollMs: 1_000 }

/** Pause between transactions that link leads to applicants, in which submissions are stored. In milliseconds. */
const pauseMs = 10

/** Maximum number of submissions that are answered in one transaction. */
const maxGroup = 50

/** Maximum number of leads that are skipped because they could not be answered. */
const maxSkipped = 1_000

/** Minimum interval between checks for reminders, in milliseconds. */
const everyMs = 60_000

/** The part of the leads that answers applications and sends messages, until closed. */
export type Mailer = ReturnType<typeof startMailer>

/** Starts to answer applications and to send due messages. */
export function startMailer(
  opened: StoreContext & {
    forms: readonly FormDescription[]
    log: Logger
    /** Whether the messages that a network causes are limited. */
    limitsNetworks: boolean
    onMessage?: OnMessage | undefined
    work?: MailWork
  },
  { smtp, siteUrl, homeUrl, render, confirms, staffMay, ...overrides }: MailOptions,
) {
  const { database, inTransaction, clock, log, onMessage } = opened
  const options = { ...standard, ...overrides.sending }
  const outbox = openOutbox(inTransaction, clock)
  const closing = new AbortController()
  /** Whether queued mail is held; undefined until known. */
  let isHeld: boolean | undefined
  const alarm = new Alarm()
  /** Submissions that could not be answered. They don't hold up others, and are tried again each minute. */
  const skipped = new Set<string>()
  const group = new BatchSize(maxGroup)
  let lastCheck = performance.now()

  const sends = smtp !== undefined
  const answering = answerContext(opened, { sends, confirms }, opened.limitsNetworks)

  const sender =
    smtp &&
    createSender<StoredMessage, MessageChange>(
      {
        save: outbox.save,
        send: createPostman(
          {
            ...{ database, siteUrl, homeUrl, render, now: clock.wall },
            markTransmitting: outbox.markTransmitting,
          },
          smtp,
          options.timeoutMs,
        ),
        changeAfter(message, result) {
          const change = changeAfter(message, result, options.schedule, clock)
          const isSecret = message.kind === 'invitation'
          const isFinal = ['delivered', 'bounced'].includes(change.state ?? '')
          // The token of the link must not stay in the database.
          return isSecret && isFinal ? { ...change, data: '{}' } : change
        },
        onAttempt({ id, kind }, result, { state = 'pending' }, seconds) {
          const outcome = typeof result === 'string' ? undefined : result
          const level = outcome?.accepted === false ? 'warn' : 'info'
          log[level]({ message: id, kind, outcome, state, seconds }, 'mail')
          if (outcome) onMessage?.(kind, state)
        },
      },
      clock,
      options,
      { log, name: 'mail' },
    )

  const sending =
    sender &&
    sendDue(
      sender,
      async (lease, limit) => (isHeld === false ? outbox.claimDue(lease, limit) : []),
      options.pollMs,
      { log, name: 'mail' },
    )

  const notices = smtp && staffMay && createNotices(opened, staffMay)

  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  const mailState = (): MailState => {
    if (isHeld) return 'held'
    return smtp ? 'on' : 'off'
  }

  async function checkHold(): Promise<void> {
    const before = isHeld
    isHeld = await isOnHold(database)
    if (isHeld === before) return
    if (!isHeld) {
      if (smtp) return log.info({ from: smtp.from }, 'mail on')
      const todo = 'messages are stored and shown in the Leads tool; set SMTP_URL to send them'
      return log.info(`mail off: ${todo}`)
    }
    const queued = await holdQueued(inTransaction)
    log.error(
      { queued },
      'mail is on hold: the database was restored. Run: halvi leads mail release',
    )
  }

  async function answerAll(): Promise<void> {
    // Reads first: a transaction would take the write lock each second.
    const waiting = database.selectFrom('lead_to_answer').select('id').limit(1)
    if (!(await waiting.executeTakeFirst())) return
    for (let alone = 0; !closing.signal.aborted; await pause(pauseMs)) {
      const batch = alone-- > 0 ? new BatchSize(1) : group
      const limit = batch.size
      const answered = await answerLeads(answering, batch, [...skipped]).catch((error) => {
        if (!(error instanceof AnswerError)) throw error
        const [{ id = '', lead_id: lead = null } = {}, ...others] = error.submissions
        if (others.length > 0) alone = others.length + 1
        else {
          log.error({ err: error.cause, lead }, 'lead not answered, retrying later')
          if (skipped.size < maxSkipped) skipped.add(id)
        }
        return limit
      })
      if (answered > 0) sending?.wake()
      if (answered < limit) return
    }
  }

  async function eachMinute(): Promise<void> {
    if (performance.now() - lastCheck < everyMs) return
    lastCheck = performance.now()
    skipped.clear()
    if (!isHeld && answering.confirms) await addReminders(answering)
  }

  const background = (async () => {
    while (!closing.signal.aborted) {
      let hasMore = false
      try {
        await checkHold()
        await answerAll()
        if (!isHeld) await notices?.addDue()
        await eachMinute()
        hasMore = (await opened.work?.(mailState())) ?? false
      } catch (err) {
        log.error({ err }, 'background work on mail failed')
      }
      await alarm.wait(hasMore ? pauseMs : options.pollMs)
    }
  })()

  return {
    /** Answers new leads and sends new messages without waiting for the next poll. */
    wake() {
      alarm.ring()
      sending?.wake()
    },
    /** Whether queued mail is held because the database was restored. */
    isOnHold: () => isHeld === true,
    /** Messages to staff, while mail is sent. */
    notices: () => (isHeld === false ? notices : undefined),
    /** How answers are added, for other causes of messages. */
    answering,
    state: mailState,
    /** Starts nothing more, and resolves when messages in progress are sent. */
    async close(): Promise<void> {
      closing.abort()
      alarm.ring()
      await background
      await sending?.close()
    },
  }
}

/** Returns the change to a message after an attempt. */
function changeAfter(
  message: StoredMessage,
  result: Outcome | string,
  schedule: readonly number[],
  clock: Clock,
): MessageChange {
  if (typeof result === 'string') return { last_error: result }
  const next = nextSendState(message, result, { scheduled: true, schedule, clock })
  const before = Math.min(uncertainSoFar(message), maxUncertain)
  if (result.accepted) return { ...next, uncertain: before }
  if (result.suppressed) {
    return { ...next, state: 'suppressed', next_attempt_at: null, uncertain: before }
  }
  if (result.final) return { ...next, state: 'bounced', uncertain: before }
  const uncertain = Math.min(before + (result.uncertain ? 1 : 0), maxUncertain)
  return uncertain === maxUncertain
    ? { ...next, state: 'uncertain', next_attempt_at: null, uncertain }
    : { ...next, uncertain }
}
