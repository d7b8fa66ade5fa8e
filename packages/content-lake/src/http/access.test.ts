import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createAccess } from './access.ts'

const from = (authorization?: string) => ({ headers: { authorization } }) as IncomingMessage

it('accepts the token, ignores other schemes, and rejects any other token', () => {
  const access = createAccess({ token: 'right' })
  expect(access(from('Bearer right'))).toMatchObject({ user: { role: 'administrator' } })
  expect(access(from('bearer right'))).toBeDefined()
  expect(access(from())).toBeUndefined()
  expect(access(from('Basic cmlnaHQ6cmlnaHQ='))).toBeUndefined()
  for (const wrong of ['Bearer wrong', 'Bearer ', 'Bearer right2', 'Bearer right right']) {
    expect(() => access(from(wrong))).toThrow(expect.objectContaining({ statusCode: 401 }))
  }
})
