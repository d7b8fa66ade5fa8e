import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { connectionOptions } from '../smtp.ts'

/**
 * Connects to the mail server and logs in, without sending a message.
 *
 * @throws Error of nodemailer, whose `code` says what failed; its message may contain the server's text
 */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const transport = new SMTPTransport(connectionOptions(url, timeoutMs))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
