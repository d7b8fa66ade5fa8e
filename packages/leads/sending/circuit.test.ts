import { expect, it } from 'vitest'
import { createCircuit } from './circuit.ts'
import type { Outcome } from './outcome.ts'

const accepted: Outcome = { accepted: true }
const rejected = (status: number, retryAfter?: number): Outcome => ({
  accepted: false,
  error: `status ${status}`,
  onlyThis: status === 422,
  retryAfter,
})
const lead = { id: '1', form: 'waitlist', payload: '{}', first_touch: null }

function setUp() {
  const time = { now: 0, answer: accepted as Outcome | Promise<Outcome>, sent: 0 }
  const circuit = createCircuit(
    async () => {
      time.sent++
      return time.answer
    },
    () => time.now,
  )
  const send = async (times = 1) => {
    for (let i = 0; i < times; i++) await circuit.send(lead)
    return circuit.state()
  }
  return { time, circuit, send }
}

it('opens after five consecutive failures, and stops sending', async () => {
  const { time, circuit, send } = setUp()
  time.answer = rejected(500)
  expect(await send(4)).toBe('closed')
  expect(await send()).toBe('open')
  expect(await circuit.send(lead)).toBeUndefined()
  expect(time.sent).toBe(5)
})

it('resets the count of failures after a success', async () => {
  const { time, send } = setUp()
  time.answer = rejected(500)
  await send(4)
  time.answer = accepted
  await send()
  time.answer = rejected(500)
  expect(await send(4)).toBe('closed')
})

it('sends one lead after a pause, and closes if that succeeds', async () => {
  const { time, circuit, send } = setUp()
  time.answer = rejected(500)
  await send(5)
  time.now += 5_000
  expect(circuit.state()).toBe('probing')
  let answer = (_: Outcome) => {}
  time.answer = new Promise((resolve) => {
    answer = resolve
  })
  const probe = circuit.send(lead)
  expect(circuit.state()).toBe('open')
  expect(await circuit.send(lead)).toBeUndefined()
  answer(accepted)
  await probe
  expect(circuit.state()).toBe('closed')
})

it('doubles the pause after each failed probe, up to a minute', async () => {
  const { time, circuit, send } = setUp()
  time.answer = rejected(500)
  await send(5)
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    time.now += seconds * 1000 - 1
    expect(circuit.state()).toBe('open')
    time.now += 1
    expect(await send()).toBe('open')
  }
})

it('opens immediately for the time in Retry-After, up to an hour', async () => {
  for (const [asked, waits] of [
    [120, 120],
    [86_400, 3_600],
  ] as const) {
    const { time, circuit, send } = setUp()
    time.answer = rejected(429, asked)
    expect(await send()).toBe('open')
    time.now += waits * 1000 - 1
    expect(circuit.state()).toBe('open')
    time.now += 1
    expect(circuit.state()).toBe('probing')
  }
})

it('stays closed when the receiver rejects single leads', async () => {
  const { time, send } = setUp()
  time.answer = rejected(422)
  expect(await send(50)).toBe('closed')
})

it('does not stay open longer because of requests that were in progress when it opened', async () => {
  const { time, circuit } = setUp()
  time.answer = rejected(500)
  await Promise.all(Array.from({ length: 50 }, () => circuit.send(lead)))
  time.now += 5_000
  expect(circuit.state()).toBe('probing')
})
