import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../../kit/testing/until.ts'
import { setUpStaff, type TestStaff } from '../../staff/testing/test-staff.ts'
import { plainMessage } from '../testing/test-mail.ts'
import { startSmtp, type TestSmtp } from '../testing/test-smtp.ts'

const by = { id: 'amina', name: 'Amina', email: 'amina@halvi.test' }
const bilal = { id: 'bilal', name: 'Bilal', email: 'bilal@halvi.test' }

let test: TestStaff
let smtp: TestSmtp
let permissions: Record<string, readonly string[]>
/** How far the clock is ahead, in milliseconds. */
let ahead: number
const now = Date.now.bind(Date)
beforeEach(async () => {
  ahead = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  smtp = await startSmtp()
  permissions = { amina: ['leads:read'], bilal: ['leads:read'] }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
  await smtp.close()
})

const setUp = async () => {
  test = await setUpStaff('SQLite', {
    mail: {
      smtp: { url: smtp.url, from: 'hello@halvi.test' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: true,
      staffMay: async (id, permission) => permissions[id]?.includes(permission) ?? false,
      sending: { pollMs: 5, timeoutMs: 15_000 },
    },
  })
}
const apply = (email: string) => test.submit({ name: 'Canary', email }, { form: 'waitlist' })
const toStaff = () => smtp.received.filter(({ subject }) => !subject?.startsWith('confirm'))
/** Lets the time pass after which new leads are reported. */
const settle = () => {
  ahead += 2_100
}
/** Makes the last message long ago. */
const later = () =>
  test.database.updateTable('lead_notice').set({ last_at: '2020-01-01T00:00:00.000Z' }).execute()

describe('messages about new leads', () => {
  it('go to people who want them, without data of applicants', async () => {
    await setUp()
    const { staff } = test.leads
    expect(await staff.notice(by)).toEqual({ email: by.email, mode: 'off' })
    await apply('before@example.com')
    await staff.setNotice({ mode: 'each' }, by)
    await staff.setNotice({ mode: 'daily' }, bilal)
    expect(await staff.notice(by)).toEqual({ email: by.email, mode: 'each' })
    const id = await apply('canary@example.com')
    settle()
    await until(() => expect(toStaff()).toHaveLength(1))
    const [message] = toStaff()
    expect(message?.to).toMatchObject({ text: 'amina@halvi.test' })
    expect(message?.subject).toMatch(/^new-lead/)
    expect(message?.text).not.toMatch(/canary/i)
    expect(JSON.parse(message?.text ?? '')).toMatchObject({
      data: { counts: [{ form: 'waitlist', leads: 1 }] },
      links: { action: `https://halvi.test/studio/leads/lead/${id}` },
    })
    await apply('c@example.com')
    await apply('d@example.com')
    settle()
    await later()
    await until(() => expect(toStaff()).toHaveLength(3))
    const digests = toStaff().filter(({ subject }) => subject?.startsWith('digest'))
    expect(digests.map(({ text }) => JSON.parse(text ?? '').data.counts)).toEqual([
      [{ form: 'waitlist', leads: 3 }],
    ])
  })

  it('end when the permission or the wish ends, and need an address', async () => {
    await setUp()
    await test.leads.staff.setNotice({ mode: 'each' }, by)
    permissions = {}
    await apply('a@example.com')
    settle()
    await until(async () =>
      expect(await test.leads.staff.notice(by)).toMatchObject({ mode: 'off' }),
    )
    expect(toStaff()).toEqual([])
    for (const [mode, email] of [
      ['each', ''],
      ['off', by.email],
    ] as const) {
      await test.leads.staff.setNotice({ mode: 'each' }, by)
      expect((await test.leads.staff.setNotice({ mode }, { ...by, email })).mode).toBe('off')
    }
  })

  it('of another kind go to one address, once a day', async () => {
    await setUp()
    await apply('a@example.com')
    await until(() => expect(smtp.received).toHaveLength(1))
    const to = { email: 'c@halvi.test' }
    const reset = () => test.leads.writeToStaff('password-reset', to, { by: 'Amina' })
    expect([await reset(), await reset()]).toEqual([true, false])
    await until(() => expect(toStaff()).toHaveLength(1))
  })

  it('invite people, and leave no link in the database', async () => {
    await setUp()
    await apply('a@example.com')
    await until(() => expect(smtp.received).toHaveLength(1))
    const written = []
    for (let time = 0; time < 6; time++) {
      const data = { by: 'Amina', path: `/studio#invitation=secret-${time}` }
      written.push(await test.leads.writeToStaff('invitation', { email: 'new@halvi.test' }, data))
    }
    expect(written).toEqual([...Array(5).fill(true), false])
    await until(() => expect(toStaff()).toHaveLength(5))
    const links = toStaff().map(({ text }) => JSON.parse(text ?? '').links.action)
    expect(links).toContain('https://halvi.test/studio#invitation=secret-0')
    const stored = () => test.database.selectFrom('lead_message').selectAll().execute()
    await until(async () => expect(JSON.stringify(await stored())).not.toContain('secret'))
  })
})
