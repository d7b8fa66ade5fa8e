import { createAdministrator } from '../administrator.ts'
import { mailSettings, messagesTo } from '../applicant-mail.ts'
import { startSite } from '../running-site.ts'
import { openLeads, row, submit, tool } from './leads-tool.ts'
import { test as base, expect, password } from './studio.ts'

/** A site that sends mail, on which addresses count as confirmed. */
const test = base.extend({
  site: [
    async ({ smtp }, use) => {
      const mail = { ...mailSettings(smtp), CONFIRM_ADDRESSES: 'off' }
      const site = await startSite({ STUDIO_PASSWORD: password, ...mail })
      await createAdministrator(site, password)
      await use(site)
      await site.remove()
    },
    { scope: 'worker' },
  ],
})

test('a wave of two people is previewed, created, and sent to both', async ({ studio, smtp }) => {
  const apply = (name: string) =>
    submit(studio, '/waitlist', { name, interests: 'shopOnHalvi', custom_interest: 'Tailoring' })
  const emails = [await apply('Amina'), await apply('Bilal'), await apply('Chadia')]
  const expectMessages = async (...counts: number[]) => {
    const messages = emails.map((email, index) => messagesTo(smtp, email, counts[index] ?? 0))
    expect((await Promise.all(messages)).map(({ length }) => length)).toEqual(counts)
  }
  await expectMessages(1, 1, 1)

  await openLeads(studio, '/waves')
  const form = tool(studio).getByRole('form', { name: 'New wave' })
  await form.getByLabel('Name').fill('First wave')
  await form.getByLabel('People').fill('2')
  await form.getByLabel('Emails an hour').fill('100000')
  await form.getByLabel('Emails an hour').press('Enter')
  await expect(form.getByRole('status')).toHaveText('2 invitations')
  await expect(form.getByRole('cell')).toHaveText(['1', 'Amina', '2', 'Bilal'])
  await form.getByRole('button', { name: 'Create wave' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Send 2 invitations' }).click()

  const wave = tool(studio).getByRole('listitem').filter({ hasText: 'First wave' })
  await expect(wave).toContainText('2 of 2 invitations sent')
  await expect(wave).toContainText('Done')
  await expectMessages(2, 2, 1)

  // A wave of chosen leads at a slow pace is paused, resumed, and canceled.
  emails.push(await apply('Dawud'), await apply('Emine'))
  await expectMessages(2, 2, 1, 1, 1)
  await openLeads(studio)
  for (const email of emails.slice(1)) await row(studio, email).getByRole('checkbox').click()
  await tool(studio).getByRole('button', { name: 'Invite' }).click()
  await expect(form).toContainText('4 leads')
  await form.getByLabel('Name').fill('Later')
  await form.getByLabel('Emails an hour').fill('1')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('cell')).toHaveText(['1', 'Chadia', '2', 'Dawud', '3', 'Emine'])
  await expect(form).toContainText('1 already invited')
  await form.getByRole('button', { name: 'Create wave' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Send 3 invitations' }).click()
  const later = tool(studio).getByRole('listitem').filter({ hasText: 'Later' })
  await expect(later).toContainText('1 of 3 invitations sent')
  await later.getByRole('button', { name: 'Pause' }).click()
  await expect(later).toContainText('Paused')
  await later.getByRole('button', { name: 'Resume' }).click()
  await expect(later.getByRole('button', { name: 'Pause' })).toBeVisible()
  await later.getByRole('button', { name: 'Cancel' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Cancel wave' }).click()
  await expect(later).toContainText('2 canceled')
  await expectMessages(2, 2, 2, 1, 1)
})
