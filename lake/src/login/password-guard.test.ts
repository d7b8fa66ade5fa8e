import { expect, it } from 'vitest'
import type { LakeError } from '../errors/errors.ts'
import { loginLimits } from '../limits/limits.ts'
import { PASSWORD } from '../testing/people.ts'
import { PasswordGuard } from './password-guard.ts'

it('hashes with the full cost by default', async () => {
  const guard = new PasswordGuard()
  const kept = await guard.hash(PASSWORD, '10.0.0.1')
  expect(kept).toMatch(/^scrypt\$32768\$8\$3\$/)
  expect(await guard.isPassword(PASSWORD, kept)).toBe(true)
  expect(await guard.isPassword('another password', kept)).toBe(false)
})

it('limits the number of simultaneous hashes, and lets networks take turns', async () => {
  const guard = new PasswordGuard()
  let [running, most] = [0, 0]
  const slow = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    return true
  }
  const crowd = Array.from({ length: 60 }, () =>
    guard.check('a', '10.0.0.1', slow).catch((error: LakeError) => error.statusCode),
  )
  await guard.check('b', '10.0.0.2', slow)
  expect(most).toBe(loginLimits.hashing.parallel)
  expect((await Promise.all(crowd)).filter((status) => status === 429)).toHaveLength(39)
})

it('never locks out the right password because of attempts from other networks', async () => {
  const guard = new PasswordGuard()
  const from = (address: string, isRight = false) =>
    guard
      .check('somebody', address, async () => isRight)
      .then(
        () => 200,
        (error: LakeError) => error.statusCode,
      )
  for (let n = 0; n < 5_000; n++) await from(`10.1.${n >> 8}.${n & 255}`)
  expect([await from('10.3.0.1'), await from('10.3.0.1', true)]).toEqual([401, 200])
  // During an attack each network has fewer attempts.
  for (let n = 0; n < 3; n++) expect(await from('10.4.0.1')).toBe(401)
  expect(await from('10.4.0.1', true)).toBe(429)
})
