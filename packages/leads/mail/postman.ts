import type { Outcome, Send } from '../sending/outcome.ts'
import { type FieldsContext, fieldsOf } from './fields.ts'
import { optOutOf } from './limits.ts'
import type { MessageKind, RenderMessage, StoredMessage } from './message.ts'
import { createSmtp, type SmtpOptions } from './smtp.ts'

interface PostmanContext extends FieldsContext {
  render: RenderMessage
  /** Returns the time of sending, in milliseconds of the system clock. */
  now: () => number
  /** Records that transmission begins. Resolves to whether this sender still holds the lease. */
  markTransmitting: (id: string, sent: string) => Promise<boolean>
}

/** Maximum length of a subject, in characters. */
const maxSubject = 200

/** Maximum number of transmissions whose outcome is unknown. */
export const maxUncertain = 2

/** Returns the number of a message's transmissions with an unknown outcome, including one that a crash interrupted. */
export const uncertainSoFar = ({
  uncertain,
  transmitting_at,
}: Pick<StoredMessage, 'uncertain' | 'transmitting_at'>): number =>
  uncertain + (transmitting_at === null ? 0 : 1)

/** Returns a function that renders a message and sends it to the mail server. Never throws. */
export function createPostman(
  { render, now, markTransmitting, ...context }: PostmanContext,
  smtp: SmtpOptions,
  timeoutMs: number,
): Send<StoredMessage> {
  const transmit = createSmtp(smtp, timeoutMs)
  return async (message) => {
    if (uncertainSoFar(message) >= maxUncertain) return interrupted
    try {
      const kind = message.kind as MessageKind
      const error = kind !== 'reply' && (await optedOutSince(context.database, message))
      if (error) return { accepted: false, error, suppressed: true, onlyThis: true }
      const fields = await fieldsOf(context, message, now())
      const { subject, html, text } = await render(kind, fields)
      const clean = oneLine(subject)
      const isToApplicant = message.applicant_id !== null
      const mail = {
        id: message.id,
        date: new Date(now()),
        to: message.recipient,
        subject: clean,
        html,
        text,
        automatic: kind !== 'reply',
        ...(isToApplicant && kind !== 'reply' && { unsubscribeUrl: fields.links.unsubscribe }),
      }
      // The link of an invitation is a secret.
      const sent = JSON.stringify({ subject: clean, text: kind === 'invitation' ? '' : text })
      return await transmit(mail, () => markTransmitting(message.id, sent))
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'failed'
      // Says nothing about the mail server.
      return { accepted: false, error: `not rendered: ${reason}`, onlyThis: true }
    }
  }
}

/** Returns why the person gets no message any more, who may have unsubscribed since the message was added. */
async function optedOutSince(
  database: FieldsContext['database'],
  message: StoredMessage,
): Promise<string | undefined> {
  const applicant = await database
    .selectFrom('lead_applicant')
    .select(['unsubscribed_at', 'bounced_at'])
    .where('id', '=', message.applicant_id)
    .executeTakeFirst()
  return applicant && optOutOf(applicant, message.kind)
}

/** The outcome of a message that was transmitted twice, each time with an unknown result. */
const interrupted: Outcome = {
  accepted: false,
  error: 'interrupted',
  uncertain: true,
  onlyThis: true,
}

/** Returns a text without line breaks and control characters, which could forge a header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxSubject)
