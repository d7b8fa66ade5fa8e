// Kinds and fields of messages, for the code that renders them. The Studio renders them too, so nothing here sends.
export { calledName } from '../called-name.ts'
export { withoutInvisible } from '../clean-text.ts'
export type { MailOptions } from '../mail/mailer.ts'
export * from '../mail/message.ts'
export type { MailCounts } from '../mail/operating/counts.ts'
