import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSmtp } from './smtp.ts'
import { smtpError, startSmtp, type TestSmtp } from './testing/test-smtp.ts'

let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startSmtp({ hideENHANCEDSTATUSCODES: true })
})
afterAll(() => smtp.close())

type Step = 'onSender' | 'onRecipient' | 'onMessage'

/** Returns the outcome of a message that the server refuses at a step with a reply. */
function refused(step: Step, reply: string) {
  const refuse = () => smtpError(Number(reply.slice(0, 3)), reply.slice(4))
  const accept = { onSender: undefined, onRecipient: undefined, onMessage: undefined }
  Object.assign(smtp.behavior, accept, { [step]: refuse })
  const transmit = createSmtp({ url: smtp.url, from: 'hello@halvi.test' }, 15_000)
  const content = { subject: 's', html: '<p>h</p>', text: 't', automatic: true }
  const mail = { id: '1', date: new Date(), to: 'amina@example.com', ...content }
  return transmit(mail, async () => true)
}

it.each([
  ['onRecipient', '550 5.1.1 <amina@example.com>: User unknown in relay recipient table'],
  ['onRecipient', '553 5.1.3 The recipient address is not a valid RFC-5321 address'],
  ['onRecipient', '550 No such user here'],
  ['onRecipient', "554 delivery error: dd This user doesn't have a yahoo.com account"],
  ['onRecipient', '551 <amina@spam-policy.example> unknown user'],
  ['onMessage', '550 5.1.1 The recipient was not found'],
] as const)('a reply says that there is no mailbox: %s with "%s"', async (step, reply) => {
  const outcome = await refused(step, reply)
  expect(outcome).toMatchObject({ accepted: false, final: true, onlyThis: true })
  expect(JSON.stringify(outcome)).not.toContain('amina')
})

it.each([
  ['onSender', '550 5.1.1 Sender address rejected: User unknown'],
  ['onSender', '530 5.7.0 Authentication required'],
  ['onRecipient', '550 5.7.1 Relaying denied'],
  ['onRecipient', '550 5.1.0 <hello@halvi.test>: Sender address rejected: User unknown'],
  ['onRecipient', '552 5.2.2 The mailbox is full'],
  ['onRecipient', '554 Service unavailable; client host [192.0.2.1] blocked'],
  ['onRecipient', '550 5.4.5 Daily sending limit exceeded'],
  ['onRecipient', '550 mailbox unavailable, invalid DNS MX or A/AAAA resource record'],
  ['onMessage', '554 5.7.1 Message rejected as spam'],
  ['onMessage', '550 Unknown user in the From address'],
] as const)('a reply does not say that there is no mailbox: %s with "%s"', async (step, reply) => {
  const outcome = await refused(step, reply)
  expect(outcome).toMatchObject({ accepted: false })
  expect(outcome).not.toMatchObject({ final: true })
})
