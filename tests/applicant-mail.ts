import { setTimeout } from 'node:timers/promises'
import type { WorkerFixture } from '@playwright/test'
import { startSmtp, type TestSmtp } from '../packages/leads/mail/testing/test-smtp.ts'

/** A Playwright fixture that is a mail server, for all tests of a worker. */
export const smtpFixture: [WorkerFixture<TestSmtp, object>, { scope: 'worker' }] = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  async ({}, use) => {
    const smtp = await startSmtp()
    await use(smtp)
    await smtp.close()
  },
  { scope: 'worker' },
]

/** The settings of a site that sends its mail to a test server. */
export const mailSettings = ({ url }: Pick<TestSmtp, 'url'>): Record<string, string> => ({
  SMTP_URL: url,
  MAIL_FROM: 'hello@halvi.test',
})

/** Returns the messages to an address as soon as there are this many. */
export async function messagesTo(
  { received }: Pick<TestSmtp, 'received'>,
  email: string,
  count: number,
): Promise<TestSmtp['received']> {
  for (;;) {
    const messages = received.filter(({ to }) => [to].flat().some((one) => one?.text === email))
    if (messages.length >= count) return messages
    await setTimeout(20)
  }
}

/** Returns the path of a link to a person as soon as a message to them contains one. */
export async function awaitLink(
  smtp: Pick<TestSmtp, 'received'>,
  email: string,
  link: Link,
): Promise<string> {
  for (;;) {
    const path = linkTo(smtp, email, link)
    if (path) return path
    await setTimeout(20)
  }
}

/** The paths of personal links that messages contain. */
type Link = 'confirm' | 'me' | 'unsubscribe'

/** Returns the path, in any language, of a link in the newest message to an address that has one, or undefined. */
export function linkTo(
  { received }: Pick<TestSmtp, 'received'>,
  email: string,
  link: Link,
): string | undefined {
  const pattern = new RegExp(`https?://[^/\\s]+(/(?:[a-z-]+/)?${link}/[^\\s"<>?]+)`)
  return received
    .filter(({ to }) => [to].flat().some((one) => one?.text === email))
    .flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? [])
    .at(-1)
}
