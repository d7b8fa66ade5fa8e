import { expect, it } from 'vitest'
import type { LakeError } from '../errors/errors.ts'
import { PASSWORD } from '../testing/people.ts'
import { PasswordGuard } from './password-guard.ts'

it('hashes with the full cost by default', async () => {
  const guard = new PasswordGuard()
  const kept = await guard.hash(PASSWORD, '10.0.0.1')
  expect(kept).toMatch(/^scrypt\$32768\$8\$3\$/)
  expect(await guard.isPassword(PASSWORD, kept)).toBe(true)
  expect(await guard.isPassword('another password', kept)).toBe(false)
})

it('never locks out the right password because of attempts from other networks', async () => {
  const guard = new PasswordGuard()
  const from = (address: string, isRight = false) =>
    guard
      .check(address, async () => isRight)
      .then(
        () => 200,
        (error: LakeError) => error.statusCode,
      )
  for (let n = 0; n < 2_000; n++) await from(`10.1.${n >> 8}.${n & 255}`)
  for (let n = 0; n < 10; n++) expect(await from('10.2.0.1')).toBe(401)
  expect([await from('10.2.0.1', true), await from('10.3.0.1', true)]).toEqual([429, 200])
})
