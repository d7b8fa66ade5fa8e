import { expect, it } from 'vitest'
import { DutyCycle } from './duty-cycle.ts'

it('has much work pause for as long as it took, and time that nothing is done counts', () => {
  const cycle = new DutyCycle(0.5)
  expect(cycle.pause(0)).toBe(0)
  cycle.worked(80, 80)
  expect(cycle.pause(80)).toBe(0)
  cycle.worked(80, 160)
  expect(cycle.pause(200)).toBe(0)
  cycle.worked(400, 600)
  expect(cycle.pause(600)).toBe(400)
  expect(cycle.pause(850)).toBe(150)
  cycle.worked(60_000, 70_000)
  expect(cycle.pause(70_000)).toBe(1_000)
})

it('never has work pause that may have all the time', () => {
  const cycle = new DutyCycle(1)
  cycle.worked(60_000, 60_000)
  expect(cycle.pause(60_000)).toBe(0)
})
