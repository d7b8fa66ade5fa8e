import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openAdmission, type RateLimit } from './rate-limit.ts'

const open = (limit: RateLimit) => openAdmission(limit, undefined, pino({ level: 'silent' }))
const two = () => open({ submissions: 2, seconds: 600 })

it('says how long to wait after too many', async () => {
  const { admit } = await two()
  expect([await admit('waitlist', '192.0.2.1'), await admit('waitlist', '192.0.2.1')]).toEqual([
    0, 0,
  ])
  const wait = await admit('waitlist', '192.0.2.1')
  expect(wait).toBeGreaterThan(590)
  expect(wait).toBeLessThanOrEqual(600)
})

it('counts each form and address by itself', async () => {
  const { admit } = await two()
  for (const form of ['waitlist', 'contact']) {
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1']) {
      expect([await admit(form, address), await admit(form, address)]).toEqual([0, 0])
    }
  }
})

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('takes %s and %s for one visitor', async (one, other) => {
  const { admit } = await two()
  await admit('waitlist', one)
  await admit('waitlist', one)
  expect(await admit('waitlist', other)).toBeGreaterThan(0)
})

it('can be off', async () => {
  const { admit } = await open('off')
  for (let i = 0; i < 100; i++) expect(await admit('waitlist', '')).toBe(0)
})

it('tells a flood from a visitor who was turned away', async () => {
  const { admit, flooding } = await two()
  const address = '192.0.2.1'
  for (let i = 0; i < 4; i++) {
    await admit('waitlist', address)
    expect(await flooding(address)).toBe(0)
  }
  await admit('waitlist', address)
  expect(await flooding(address)).toBeGreaterThan(590)
  expect(await flooding('192.0.2.2')).toBe(0)
})
