import { messagesTo } from '../applicant-mail.ts'
import { openLead, openLeads, pane, sendMessage, submit, tool } from './leads-tool.ts'
import { expect, newId, test } from './studio.ts'

test('a reply from the person of a lead arrives, written on a phone', async ({
  studio,
  smtp,
  content,
}) => {
  await studio.setViewportSize({ width: 360, height: 800 })
  const template = newId('template')
  await content.create({
    ...{ _id: template, _type: 'replyTemplate', title: 'Opening hours' },
    ...{ subject: 'When we open', body: 'Hi {firstName}, we open in November.' },
  })
  const email = await sendMessage(studio)
  await openLead(studio, email)
  await submit(studio, '/waitlist', { name: 'Amina Yusuf', interests: 'openStore', email })
  await expect(pane(studio).getByRole('link', { name: email }).first()).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  await pane(studio)
    .getByRole('link', { name: /this person/ })
    .press('Enter')

  const messages = tool(studio).getByRole('region', { name: 'Messages' })
  const applications = tool(studio).getByRole('region', { name: 'Applications' })
  await expect(applications.getByRole('listitem')).toHaveCount(2)
  await messages.getByRole('button', { name: 'Write a reply' }).press('Enter')
  const text = messages.getByRole('textbox', { name: 'Message' })
  await expect(text).toBeFocused()
  await messages.getByRole('combobox', { name: /template/ }).selectOption('Opening hours')
  await expect(text).toHaveValue(/^Hi \S+, we open in November\.$/)
  await text.press('Control+End')
  await text.pressSequentially(' Thank you <3')
  await text.press('Control+Enter')
  await expect(messages.getByRole('button', { name: 'Write a reply' })).toBeVisible()
  // The first two messages confirm the applications.
  const [, , reply] = await messagesTo(smtp, email, 3)
  expect(reply?.subject).toBe('When we open')
  expect(reply?.text).toContain('we open in November. Thank you <3')
  expect(reply?.html).toContain('Thank you &lt;3')

  const item = messages.getByRole('listitem').filter({ hasText: 'When we open' })
  await expect(item).toContainText('Sent')
  await item.getByRole('button', { name: 'Show message' }).click()
  await expect(item.getByText('we open in November. Thank you <3')).toBeVisible()
  await applications.getByRole('link', { name: 'Waitlist' }).click()
  await expect(pane(studio).getByRole('heading', { name: 'History' })).toBeVisible()
  await content.delete(template)
})

test('accepting a lead sends a message only when asked, and failed messages can be sent again', async ({
  studio,
  smtp,
}) => {
  const email = await submit(studio, '/waitlist', { name: 'Dina', interests: 'openStore' })
  await messagesTo(smtp, email, 1)
  await openLead(studio, email)
  await pane(studio).getByLabel('Status').selectOption('accepted')
  const send = pane(studio).getByRole('button', { name: /Send the message/ })
  await expect(send).toBeVisible()
  expect(await messagesTo(smtp, email, 1)).toHaveLength(1)
  smtp.behavior.onRecipient = () =>
    Object.assign(new Error('no such mailbox'), { responseCode: 550 })
  await send.click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(pane(studio).getByText(/sent the message about the decision/)).toBeVisible()
  await expect(send).toHaveCount(0)

  await openLeads(studio, '/messages?state=bounced')
  const item = tool(studio).getByRole('listitem').filter({ hasText: email })
  await expect(item).toContainText('550')
  await item.getByRole('button', { name: 'Show message' }).click()
  await expect(item.locator('iframe')).toHaveAttribute('sandbox', '')
  delete smtp.behavior.onRecipient
  await item.getByRole('button', { name: 'Send again' }).click()
  await messagesTo(smtp, email, 2)
  await expect(item).toHaveCount(0)
})
