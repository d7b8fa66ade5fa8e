import { expect, it } from 'vitest'
import { isSecret, sign } from './signature.ts'

it('signs the example of Standard Webhooks correctly', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', payload: '{"test": 2432232314}' }
  expect(sign('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message, 1_614_265_330_999)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
  ['whsec_short', false],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw?', false],
])('validates a secret: %s', (secret, valid) => {
  expect(isSecret(secret)).toBe(valid)
})
