import { once } from 'node:events'
import { forkProgram } from 'halvi-kit/processes/fork-program'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import type { Wave } from '../contract/waves.ts'
import { databaseKinds } from '../staff/testing/test-index.ts'
import type { TestedLeads } from '../testing/open-leads.ts'
import { polls } from '../testing/test-leads.ts'
import { newWave, setUpWaves, type TestWaves } from './testing/test-waves.ts'

vi.setConfig({ testTimeout: 60_000 })

const by = { id: 'staff', name: 'Staff' }
const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}`)
const sorted = (all: readonly string[]) => [...all].sort()
/** One message a second. */
const perHour = 3_600

describe.each(databaseKinds)('waves in %s', (kind) => {
  /** Tests with no statements of their own, which one kind of database shows. */
  const itOnce = it.runIf(kind === databaseKinds[0])
  let test: TestWaves
  let leads: TestedLeads
  beforeEach(async () => {
    test = await setUpWaves(kind)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await test.close()
  })

  async function open(people: number, mail = {}) {
    leads = await test.open(mail)
    await test.addPeople(people)
  }
  const waveNow = async (): Promise<Wave | undefined> => (await leads.waves.list())[0]
  const stateOf = async () => (await waveNow())?.state
  const uninvited = async () =>
    (await test.people()).filter((one) => one.invited_at === null).map(({ id }) => id)

  /** Sets the system clock, which then stands still. Returns a function that moves it, by milliseconds. */
  function stopClock() {
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    return (later: number) => {
      now += later
    }
  }

  itOnce('writes to each person in their language', async () => {
    const homeUrl = async (language: string) => `https://halvi.test/${language}`
    await open(3, { homeUrl })
    await test.change("update lead_applicant set language = 'ar' where id in ('p0', 'p2')")
    expect(await leads.waves.preview({ count: 3 }, by)).toMatchObject({
      languages: { ar: 2, en: 1 },
      sample: { text: expect.stringContaining('https://halvi.test/ar/me/') },
    })
    await leads.waves.create(newWave(), by)
    await until(() => expect(test.smtp.received).toHaveLength(3))
    const all = test.smtp.received.map(({ text }) => JSON.parse(text ?? ''))
    expect(Object.fromEntries(all.map(({ name, language }) => [name, language]))).toEqual({
      ...{ p0: 'ar', p1: 'en', p2: 'ar' },
    })
  })

  describe('a new wave', () => {
    it('invites the next people on the list by rank, whom no wave has invited', async () => {
      await open(7)
      await test.change("update lead_applicant set referrals = 2 where id = 'p4'")
      await test.change("update lead_applicant set unsubscribed_at = 'x' where id = 'p0'")
      await test.change("update lead_applicant set bounced_at = 'x' where id = 'p1'")
      await test.change("update lead_applicant set invited_at = 'x' where id = 'p2'")
      await test.change(
        "update lead_applicant set confirmed_at = null, confirmed_seq = null where id = 'p6'",
      )
      const preview = await leads.waves.preview({ count: 2 }, by)
      expect(preview).toMatchObject({
        total: 2,
        people: [
          { name: 'p4', rank: 1 },
          { name: 'p3', rank: 4 },
        ],
        leftOut: { unsubscribed: 1, refused: 1, invited: 1, unconfirmed: 1 },
        sample: { subject: 'invited p4' },
      })
      await leads.waves.create(newWave({ count: 2 }), by)
      await until(() => expect(sorted(test.invited())).toEqual(['p3', 'p4']))
      await until(async () => expect(await stateOf()).toBe('done'))
      await leads.waves.create(newWave(), by)
      await until(() => expect(test.invited()).toHaveLength(3))
      expect(test.invited().at(-1)).toBe('p5')
    })

    it('invites the people of chosen leads', async () => {
      await open(5)
      const ids = ['l3', 'l1', 'l2', 'none']
      const { total, people } = await leads.waves.preview({ count: 9, ids }, by)
      expect([total, people.map(({ name }) => name)]).toEqual([3, ['p1', 'p2', 'p3']])
      await leads.waves.create(newWave({ ids }), by)
      await until(() => expect(sorted(test.invited())).toEqual(['p1', 'p2', 'p3']))
      expect(sorted(await uninvited())).toEqual(['p0', 'p4'])
    })

    it('is created once, and nobody is in two waves that are created at the same time', async () => {
      await open(120, { smtp: undefined })
      const [one, other] = [newWave({ count: 110 }), newWave({ count: 110 })]
      await Promise.all([one, one, other].map((wave) => leads.waves.create(wave, by)))
      await until(async () => expect(await test.countMessages()).toBe(120))
      const people = (await test.messages()).map(({ applicant_id }) => applicant_id ?? '')
      expect(sorted(people)).toEqual(sorted(names(120)))
      expect(await leads.waves.list()).toHaveLength(2)
    })

    itOnce('is completed by a second request after its process died', async () => {
      await open(5, { smtp: undefined })
      const wave = newWave({ count: 4 })
      await leads.waves.create(wave, by)
      await test.change("delete from lead_message where applicant_id in ('p1', 'p2')")
      await test.change("update lead_applicant set invited_at = null where id in ('p1', 'p2')")
      await test.change("update lead_wave set state = 'paused', size = 0")
      await leads.waves.create(wave, by)
      await leads.waves.create(wave, by)
      expect(await waveNow()).toMatchObject({ state: 'running', size: 4, progress: { waiting: 4 } })
      expect(await uninvited()).toEqual(['p4'])
    })

    itOnce('has one message for each mailbox', async () => {
      await open(103, { smtp: undefined })
      await test.change("update lead_applicant set mailbox = 'p0' where id in ('p1', 'p102')")
      await leads.waves.create(newWave(), by)
      await until(async () => expect(await stateOf()).toBe('running'))
      expect(sorted(await uninvited())).toEqual(['p1', 'p102'])
      await leads.waves.create(newWave({ ids: ['l1', 'l102'] }), by)
      await until(async () => expect(await uninvited()).toEqual(['p102']))
    })

    itOnce('is prepared, and not sent, while mail is off', async () => {
      await open(3, { smtp: undefined })
      await leads.waves.create(newWave(), by)
      await until(async () => expect((await waveNow())?.progress.waiting).toBe(3))
      await polls()
      expect(await waveNow()).toMatchObject({ state: 'running', progress: { waiting: 3 } })
    })
  })

  describe('a running wave', () => {
    itOnce('is sent at its pace, without a burst after a delay', async () => {
      await open(30)
      const moveClock = stopClock()
      await leads.waves.create(newWave({ perHour }), by)
      const steps = [
        [0, 1],
        [400, 1],
        [600, 2],
        [2_000, 4],
        [600_000, 10],
      ]
      for (const [later = 0, sent] of steps) {
        moveClock(later)
        await until(() => expect(test.invited().length).toBe(sent))
        await polls()
        expect(test.invited()).toHaveLength(sent ?? 0)
      }
      expect(sorted(test.invited())).toEqual(sorted(names(10)))
    })

    /** Starts a wave of eight people that has sent three messages. The clock stands still. */
    async function openAtThree() {
      await open(8)
      const moveClock = stopClock()
      const { id } = await leads.waves.create(newWave({ perHour }), by)
      moveClock(2_000)
      await until(() => expect(test.invited().length).toBe(3))
      /** Lets time pass until as many people are invited. */
      const passUntil = (count: number) =>
        until(() => {
          moveClock(1_000)
          expect(test.invited().length).toBe(count)
        })
      return { id, moveClock, passUntil }
    }

    itOnce('stops when paused, and goes on where it stopped', async () => {
      const { id, moveClock, passUntil } = await openAtThree()
      expect(await leads.waves.change(id, 'pause', by)).toMatchObject({ state: 'paused' })
      moveClock(60_000)
      await polls()
      expect(test.invited()).toHaveLength(3)
      await leads.waves.change(id, 'resume', by)
      await passUntil(8)
      expect(sorted(test.invited())).toEqual(sorted(names(8)))
      expect(await leads.waves.change(id, 'pause', by)).toBe('done')
    })

    it('sends nothing more when canceled, and the people can be invited again', async () => {
      const { id, passUntil } = await openAtThree()
      await leads.waves.change(id, 'cancel', by)
      await until(async () => expect(await stateOf()).toBe('canceled'))
      expect(sorted(await uninvited())).toEqual(names(5, 3))
      expect(await leads.waves.change(id, 'resume', by)).toBe('canceled')
      await leads.waves.create(newWave(), by)
      await passUntil(8)
      expect(sorted(test.invited())).toEqual(sorted(names(8)))
    })

    it('leaves out people who were erased or unsubscribed meanwhile', async () => {
      const { id, moveClock } = await openAtThree()
      await leads.waves.change(id, 'pause', by)
      await test.change("update lead set email = 'p7@example.com' where id = 'l7'")
      await leads.staff.erase('p7@example.com', by)
      await test.change("update lead_applicant set unsubscribed_at = 'x' where id = 'p5'")
      await test.change("update lead_applicant set bounced_at = 'x' where id = 'p6'")
      await leads.waves.change(id, 'resume', by)
      await until(async () => {
        moveClock(1_000)
        expect(await waveNow()).toMatchObject({
          id,
          state: 'done',
          progress: { suppressed: 2, erased: 1, sent: 5 },
        })
      })
      expect(sorted(await uninvited())).toEqual(['p5', 'p6'])
    })

    itOnce(
      'does not send a released message to a person who unsubscribes before it is sent',
      async () => {
        // No attempt is in progress when the person unsubscribes.
        await open(1, { sending: { pollMs: 5, timeoutMs: 10_000, schedule: [3600] } })
        test.smtp.behavior.onConnect = () =>
          Object.assign(new Error('later'), { responseCode: 421 })
        await leads.waves.create(newWave(), by)
        await until(async () => expect((await test.messages())[0]?.attempts).toBeGreaterThan(0))
        await test.change("update lead_applicant set unsubscribed_at = 'x'")
        test.smtp.behavior.onConnect = () => undefined
        await test.change("update lead_message set next_attempt_at = '2026'")
        await until(async () =>
          expect((await test.messages())[0]).toMatchObject({
            ...{ state: 'suppressed', last_error: 'unsubscribed' },
          }),
        )
        expect(await uninvited()).toEqual(['p0'])
      },
    )

    itOnce('waits while the mail server is down', async () => {
      const moveClock = stopClock()
      let ahead = 0
      const running = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => running() + ahead)
      await open(60, { sending: { pollMs: 5, timeoutMs: 10_000, schedule: [3600] } })
      test.smtp.behavior.onConnect = () => Object.assign(new Error('later'), { responseCode: 421 })
      await leads.waves.create(newWave({ perHour: 300 }), by)
      const released = async () => 60 - ((await waveNow())?.progress.waiting ?? 60)
      await until(async () => expect(await released()).toBe(1))
      for (let i = 0; i < 25; i++) {
        moveClock(12_000)
        await polls(6)
      }
      // Five that failed, five that wait, and those with which the sender probed the server.
      expect(await released()).toBeLessThan(15)
      test.smtp.behavior.onConnect = () => undefined
      // The sender pauses for up to a minute between its probes.
      ahead = 60_000
      await until(() => expect(test.invited().length).toBeGreaterThan(0))
    })

    itOnce('waits for staff in a database that was restored', async () => {
      await open(5, { smtp: undefined })
      await leads.waves.create(newWave(), by)
      await leads.close()
      await test.change('update lead_mail set on_hold = 1')
      leads = await test.open()
      await until(async () =>
        expect(await waveNow()).toMatchObject({ state: 'paused', progress: { waiting: 5 } }),
      )
      expect(test.invited()).toEqual([])
    })

    it('is sent once by two processes', async () => {
      await open(60)
      const other = await test.open()
      await Promise.all([leads, other].map((one) => one.waves.create(newWave({ count: 30 }), by)))
      await until(() => expect(test.invited().length).toBe(60))
      await polls()
      expect(sorted(test.invited())).toEqual(sorted(names(60)))
    })
  })

  itOnce('misses nobody and invites nobody twice when its process is killed', async () => {
    leads = await test.open({ smtp: undefined })
    await test.addPeople(20)
    await leads.close()
    const { dataDir, databaseUrl, smtp } = test
    const wave = newWave({ count: 20 })
    const argument = JSON.stringify({ dataDir, databaseUrl, smtpUrl: smtp.url, wave })
    const program = new URL('./testing/wave-process.ts', import.meta.url)
    // The server acknowledges three messages, so that others are being sent.
    smtp.behavior.onMessage = () => (smtp.acknowledged.length < 3 ? undefined : 'never')
    const child = forkProgram(program, { args: [argument] })
    await until(() => expect(test.invited().length).toBeGreaterThan(3))
    child.kill('SIGKILL')
    await once(child, 'exit')
    delete smtp.behavior.onMessage
    expect(test.invited().length).toBeLessThan(20)
    // Leases of the killed process, which expire after 30 seconds.
    await test.change(
      'update lead_message set lease_until = created_at where lease_until is not null',
    )
    leads = await test.open()
    await until(async () => expect((await waveNow())?.progress.sent).toBe(20))
    expect(await waveNow()).toMatchObject({ size: 20, state: 'done' })
    expect(sorted([...new Set(test.invited())])).toEqual(sorted(names(20)))
    // A message whose acknowledgment was not stored yet is sent once more.
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(20)
  })
})
