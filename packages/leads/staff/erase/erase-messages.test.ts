import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../kit/testing/until.ts'
import { linkToken } from '../../applicants/links.ts'
import type { LeadsOfficeOptions } from '../../leads-options.ts'
import { plainMessage } from '../../mail/testing/test-mail.ts'
import { startSmtp, type TestSmtp } from '../../mail/testing/test-smtp.ts'
import type { ApplicantRow } from '../../store/database/mail-tables.ts'
import { databaseKinds } from '../testing/test-index.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'

const by = { id: 'amina', name: 'Amina' }

let test: TestStaff
let smtp: TestSmtp
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(async () => {
  await test.close()
  await smtp.close()
})

/** The retention job runs often. */
const retention = { firstMs: 50, everyMs: 100 }

const setUp = async (kind: 'SQLite' | 'PostgreSQL', options: Partial<LeadsOfficeOptions> = {}) => {
  test = await setUpStaff(kind, {
    ...options,
    mail: {
      smtp: { url: smtp.url, from: 'hello@halvi.test' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: true,
      sending: { pollMs: 5, timeoutMs: 15_000 },
    },
  })
}
const apply = (email: string, name = 'Canary') =>
  test.submit({ name, email, message: `I am ${name}` }, { form: 'waitlist' })
const messages = () => test.database.selectFrom('lead_message').selectAll().orderBy('id').execute()
const applicants = () =>
  test.database.selectFrom('lead_applicant').selectAll().orderBy('id').execute()
const delivered = (count: number) =>
  until(async () =>
    expect((await messages()).filter(({ state }) => state === 'delivered')).toHaveLength(count),
  )
const asText = async () => JSON.stringify([await messages(), await applicants()])

describe.each(databaseKinds)('messages and applicants in %s', (kind) => {
  // The statements are the same on both databases.
  const isSqlite = kind === 'SQLite'
  it('are erased with an address however it is written, but not those of others', async () => {
    await setUp(kind)
    await apply('zaynab.canary@gmail.com')
    await apply('Zaynab.Canary@Gmail.com', 'Canary again')
    await apply('zaynab+x@gmail.com', 'Bilal')
    await delivered(3)
    expect(await test.leads.staff.erase('ZAYNAB.canary@gmail.com ', by)).toMatchObject({
      erased: 2,
    })
    expect(await asText()).not.toMatch(/canary/i)
    expect(await asText()).toContain('zaynab+x@gmail.com')
    expect((await messages()).map(({ state }) => state).sort()).toEqual([
      'delivered',
      'erased',
      'erased',
    ])
  })

  it('are erased when the retention of their leads ends, and for a person without leads', async () => {
    await setUp(kind, { retentionDays: 30, retention })
    await apply('canary@example.com')
    await delivered(1)
    // As in a database that was restored in part.
    await test.database.updateTable('lead').set({ state: 'erased', payload: '{}' }).execute()
    expect(await test.leads.staff.erase('canary@example.com', by)).toMatchObject({ erased: 0 })
    expect(await asText()).not.toMatch(/canary/i)
    await apply('canary@example.com', 'Canary again')
    await delivered(1)
    await test.database
      .updateTable('lead')
      .set({ created_at: '2020-01-01T00:00:00.000Z' })
      .execute()
    await until(async () => expect(await asText()).not.toMatch(/canary/i))
  })

  it.runIf(isSqlite)('are part of the export of one person', async () => {
    await setUp(kind)
    await apply('canary@example.com')
    await delivered(1)
    const file = JSON.parse(await test.leads.staff.aboutAddress('canary@example.com', by))
    expect(file.person).toMatchObject({
      email: 'canary@example.com',
      referrals: 0,
      was_referred: false,
      messages: [{ kind: 'confirm', recipient: 'canary@example.com', subject: 'confirm' }],
    })
    expect(file.person.messages[0].text).toContain('/confirm/')
    expect(JSON.stringify(file)).not.toContain((await applicants())[0]?.secret)
  })

  it.runIf(isSqlite)('of others are listed and redacted if they mention the address', async () => {
    await setUp(kind)
    const id = await apply('bilal@example.com', 'Bilal')
    await delivered(1)
    const [bilal] = await applicants()
    const reply = {
      ...{
        id: 'reply',
        kind: 'reply',
        applicant_id: bilal?.id ?? '',
        recipient: 'bilal@example.com',
      },
      ...{ state: 'delivered', created_at: new Date().toISOString() },
      data: JSON.stringify({ text: 'Ask:\nCanary@example.com' }),
    }
    await test.database.insertInto('lead_message').values(reply).execute()
    expect((await test.leads.staff.mentions('canary@example.com', by)).leads).toEqual([
      { id, form: 'waitlist', fields: ['messages'], notes: [] },
    ])
    await test.leads.staff.erase('canary@example.com', by, 'redact')
    expect(await asText()).not.toMatch(/canary/i)
    expect((await messages()).find((message) => message.id === 'reply')?.data).toContain('[erased]')
  })

  it.runIf(isSqlite)('to staff and suppressed ones are deleted after 90 days', async () => {
    await setUp(kind, { retentionDays: 30, retention })
    await apply('bilal@example.com', 'Bilal')
    await delivered(1)
    const rest = { recipient: 'x', data: '{}', created_at: '2020-01-01T00:00:00.000Z' }
    await test.database
      .insertInto('lead_message')
      .values([
        { ...rest, id: '1', kind: 'digest', state: 'delivered' },
        { ...rest, id: '2', kind: 'confirm', applicant_id: 'x', state: 'suppressed' },
        { ...rest, id: '3', kind: 'confirm', applicant_id: 'x', state: 'delivered' },
        {
          ...rest,
          id: '4',
          kind: 'digest',
          state: 'pending',
          created_at: new Date().toISOString(),
        },
      ])
      .execute()
    await until(async () => expect(await messages()).toHaveLength(3))
    expect((await messages()).map(({ id }) => id)).toEqual(expect.arrayContaining(['3', '4']))
  })
})

it('erased messages and applicants are not in any file on SQLite', async () => {
  await setUp('SQLite')
  for (let index = 0; index < 30; index++) {
    await apply(
      index % 10 === 7 ? `canary@example.com` : `v${index}@gmail.com`,
      index % 10 === 7 ? `Canary ${index}` : 'V',
    )
  }
  await delivered(30)
  await test.leads.staff.erase('canary@example.com', by)
  // The log is truncated in the background if that takes long.
  await until(() => {
    for (const name of readdirSync(test.dataDir)) {
      expect(readFileSync(join(test.dataDir, name), 'latin1'), name).not.toMatch(/canary/i)
    }
  })
})

it('a person who erases everything is not in any file on SQLite, although the office purges them', async () => {
  await setUp('SQLite')
  await apply('canary@example.com')
  await delivered(1)
  const [person] = await test.database.selectFrom('lead_applicant').selectAll().execute()
  await test.leads.applicants.erase(linkToken(person as ApplicantRow, 'page'))
  await until(() => {
    for (const name of readdirSync(test.dataDir)) {
      expect(readFileSync(join(test.dataDir, name), 'latin1'), name).not.toMatch(/canary/i)
    }
  })
})
