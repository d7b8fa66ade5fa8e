import { expect, it } from 'vitest'
import { createCircuit } from './circuit.ts'
import type { Outcome } from './endpoint.ts'

const accepted: Outcome = { accepted: true }
const refused = (status: number, retryAfter?: number): Outcome => ({
  accepted: false,
  error: `status ${status}`,
  status,
  retryAfter,
})
const lead = { id: '1', payload: '{}', first_touch: null }

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

it('opens after five failures in a row, and sends no more', async () => {
  const { time, circuit, send } = setUp()
  time.answer = refused(500)
  expect(await send(4)).toBe('closed')
  expect(await send()).toBe('open')
  expect(await circuit.send(lead)).toBeUndefined()
  expect(time.sent).toBe(5)
})

it('forgets failures that a success has ended', async () => {
  const { time, send } = setUp()
  time.answer = refused(500)
  await send(4)
  time.answer = accepted
  await send()
  time.answer = refused(500)
  expect(await send(4)).toBe('closed')
})

it('lets one lead through after a pause, and all when that fares well', async () => {
  const { time, circuit, send } = setUp()
  time.answer = refused(500)
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

it('waits longer after each probe that failed, a minute at most', async () => {
  const { time, circuit, send } = setUp()
  time.answer = refused(500)
  await send(5)
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    time.now += seconds * 1000 - 1
    expect(circuit.state()).toBe('open')
    time.now += 1
    expect(await send()).toBe('open')
  }
})

it('opens at once for as long as the endpoint asks, an hour at most', async () => {
  for (const [asked, waits] of [
    [120, 120],
    [86_400, 3_600],
  ] as const) {
    const { time, circuit, send } = setUp()
    time.answer = refused(429, asked)
    expect(await send()).toBe('open')
    time.now += waits * 1000 - 1
    expect(circuit.state()).toBe('open')
    time.now += 1
    expect(circuit.state()).toBe('probing')
  }
})

it('stays closed when the endpoint finds fault with leads', async () => {
  const { time, send } = setUp()
  time.answer = refused(422)
  expect(await send(50)).toBe('closed')
})

it('is not kept open longer by what was on its way when it opened', async () => {
  const { time, circuit } = setUp()
  time.answer = refused(500)
  await Promise.all(Array.from({ length: 50 }, () => circuit.send(lead)))
  time.now += 5_000
  expect(circuit.state()).toBe('probing')
})
