import type { TestSmtp } from '../leads/mail/testing/test-smtp.ts'

/** The settings of a site that sends its mail to a test server. */
export const mailSettings = ({ url }: Pick<TestSmtp, 'url'>): Record<string, string> => ({
  SMTP_URL: url,
  MAIL_FROM: 'hello@halvi.test',
})

/** The paths of personal links that messages contain. */
type Link = 'confirm' | 'me' | 'unsubscribe'

/** Returns the path of a link in the newest message to an address that has one, or undefined. */
export function linkTo(
  { received }: Pick<TestSmtp, 'received'>,
  email: string,
  link: Link,
): string | undefined {
  const pattern = new RegExp(`https?://[^/\\s]+(/${link}/[^\\s"<>?]+)`)
  return received
    .filter(({ to }) => [to].flat().some((one) => one?.text === email))
    .flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? [])
    .at(-1)
}
