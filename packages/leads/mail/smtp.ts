import { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import type { NodemailerError } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import type { Outcome } from '../sending/outcome.ts'

/** The mail server and the addresses of the site. */
export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`; nodemailer's options are allowed as query parameters. */
  url: string
  /** The address that messages are from, such as `Halvi <hello@example.com>`. */
  from: string
  /** The address for answers. By default `from`. */
  replyTo?: string | undefined
}

/** A message to transmit. */
interface Mail {
  /** Part of the Message-ID, which stays the same over attempts. */
  id: string
  date: Date
  to: string
  subject: string
  html: string
  text: string
  /** URL that unsubscribes with one POST request (RFC 8058); absent for messages without unsubscribing. */
  unsubscribeUrl?: string | undefined
  /** Whether the message was not written by a person (RFC 3834). */
  automatic: boolean
}

/** Transmits one message to the mail server. Never throws. */
export type Transmit = (
  mail: Mail,
  /** Called when the server is about to receive the content. Resolves to whether to go on. */
  onContent: () => Promise<boolean>,
) => Promise<Outcome>

/**
 * Returns a function that transmits messages by SMTP, each on a connection of its own. With a user name, the
 * connection must be encrypted, except to this machine or with `?requireTLS=false`.
 *
 * A failure after the content was sent and before the server's answer is `uncertain`. A reply that says that the
 * mailbox does not exist is `final`.
 */
export function createSmtp({ url, from, replyTo }: SmtpOptions, timeoutMs: number): Transmit {
  const { auth, ...options } = connectionOptions(url, timeoutMs)
  const credentials = auth && { credentials: { user: auth.user ?? '', pass: auth.pass ?? '' } }

  return async (mail, onContent) => {
    const message = new MailComposer(mimeOf(mail, from, replyTo)).compile()
    const content = await message.build()
    let isTransmitted = false
    async function* stream() {
      if (!(await onContent())) throw new Error('lease lost')
      isTransmitted = true
      yield content
    }
    const connection = new SMTPConnection({ ...options, logger: false })
    try {
      await inTime(timeoutMs, (done) => {
        connection.on('error', done)
        connection.on('end', () => done(new Error('connection closed')))
        const then = (next: () => void) => (error?: Error | null) => (error ? done(error) : next())
        const send = () =>
          connection.send(
            message.getEnvelope(),
            Readable.from(stream()),
            then(() => done()),
          )
        const logIn = () => (credentials ? connection.login(credentials, then(send)) : send())
        connection.connect(then(logIn))
      })
      return { accepted: true }
    } catch (error) {
      return outcomeOf(error, isTransmitted)
    } finally {
      connection.close()
    }
  }
}

/** Returns nodemailer's options of connections. With a user name, they require encryption, except to this machine. */
export function connectionOptions(url: string, timeoutMs: number): SMTPTransport.Options {
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  }
  const { options } = new SMTPTransport({ url, ...timeouts })
  const isLocal = /^(localhost|127\.|\[?::1)/.test(options.host ?? '')
  return {
    ...options,
    // The name in EHLO, which the URL may set. Nodemailer converts domains in addresses.
    ...(options.name && { name: domainToASCII(options.name) || options.name }),
    requireTLS: options.requireTLS ?? (options.auth !== undefined && !isLocal),
  }
}

/** Runs `work` until it calls `done`, without or with an error, or until the timeout. */
async function inTime(
  timeoutMs: number,
  work: (done: (error?: Error) => void) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), timeoutMs)
      work((error) => (error ? reject(error) : resolve()))
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the message in nodemailer's terms. */
function mimeOf(mail: Mail, from: string, replyTo: string | undefined) {
  const unsubscribe = mail.unsubscribeUrl
  return {
    from: addressOf(from),
    ...(replyTo && { replyTo: addressOf(replyTo) }),
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    date: mail.date,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    headers: {
      ...(mail.automatic && automatic),
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Content comes from editors and applicants: it must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Headers that keep other programs from answering. They still report messages that can't be delivered. */
const automatic = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
  Precedence: 'bulk',
}

/** Splits an address such as `"Halvi; Team" <hello@example.com>`. Nodemailer quotes the name where that is needed. */
function addressOf(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const plain = name.trim().replace(/^"|"$/g, '')
  return { name: plain.replace(/\\(.)/g, '$1'), address }
}

/** Returns the domain in ASCII of an address with or without a name, such as `Halvi <hello@example.com>`. */
const domainOf = (address: string): string =>
  domainToASCII(/@([^\s>]+)/.exec(address)?.[1] ?? '') || 'localhost'

/** Status of a server that closes the connection (RFC 5321, section 4.2.2). */
const shuttingDown = 421

/** Matches the enhanced status codes (RFC 3463) of a mailbox that does not exist or is disabled. */
const noMailbox = /^5\.(1\.([1236]|10)|2\.1)$/

/** Matches the codes that are about one recipient or one content. The sender's are 1.7 and 1.8. */
const aboutMessage = /^[45]\.(1\.(?![78]$)|2\.|6\.)/

/** Matches the codes that leave the reason open, so that the server's text decides. */
const unspecific = /^5\.(0|1|5)\.0$/

/** Match texts about an unknown recipient, and those that may be about the sender, a rule, or a state. */
const unknownUser =
  /\b(no such|unknown|invalid|non-?existent) (local )?(user|mailbox|recipient|address|account|domain)|\b(user|mailbox|recipient|address|account|addressee)\b.{0,30}\b(unknown|not found|(does not|doesn.t|not) exist|disabled|inactive|not known|invalid)|\bdoesn.t have an? \S+ account/i
const otherReason =
  /sender|relaying|relay access|permit|polic|spam|junk|block|black|\blist|denied|authen|verif|reputation|limit|quota|full|later|temporar|your |from address|dns|spf|dkim|dmarc/i

/** Returns what a server's reply says about the recipient's mailbox, and whether it concerns only this message. */
function meaningOf({ responseCode = 0, command = '', response = '' }: NodemailerError) {
  if (responseCode === shuttingDown || !/^(RCPT TO|DATA)/.test(command)) return {}
  const [, code = '5.0.0'] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  const text = response.replace(/(?<!\S)\S+@\S+|https?:\S+/g, '').replace(/\s+/g, ' ')
  const isUnknown = unspecific.test(code)
    ? unknownUser.test(text) && !otherReason.test(text)
    : noMailbox.test(code) && !/sender/i.test(text)
  const final = responseCode >= 500 && isUnknown
  return { final, onlyThis: final || responseCode < 500 || aboutMessage.test(code) }
}

function outcomeOf(error: unknown, isTransmitted: boolean): Outcome {
  const { code, responseCode, command, message } = error as NodemailerError
  if (!responseCode) {
    const reason = code && code !== 'ESTREAM' ? code : message
    return { accepted: false, error: reason, uncertain: isTransmitted }
  }
  // The server's own text can contain the address.
  const reason = `status ${responseCode}${command ? ` at ${command}` : ''}`
  return { accepted: false, error: reason, ...meaningOf(error as NodemailerError) }
}
