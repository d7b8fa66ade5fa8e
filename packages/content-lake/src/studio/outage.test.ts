import { lastValueFrom, type Observable, of, throwError } from 'rxjs'
import { expect, it } from 'vitest'
import { retryThroughOutage } from './outage.ts'

const change = { transactionId: 'abc', actions: [] }
const networkError = { isNetworkError: true, message: 'unreachable' }
const alreadyExists = { statusCode: 409, message: 'Transaction "abc" already exists' }

/** Returns a fake of `send` that returns these responses in order, then repeats the last one. */
function responses(...list: Observable<unknown>[]) {
  let index = 0
  return () => list[Math.min(index++, list.length - 1)] as Observable<unknown>
}
const fails = (failure: object) => throwError(() => failure)

it('retries a change until the server accepts it', async () => {
  const send = responses(
    fails(networkError),
    fails({ statusCode: 503, message: 'starting' }),
    of('done'),
  )
  expect(await lastValueFrom(retryThroughOutage(change, send))).toBe('done')
})

it('treats a retried change as saved if the server already has its transaction', async () => {
  const event = await lastValueFrom(
    retryThroughOutage(change, responses(fails(networkError), fails(alreadyExists))),
  )
  expect(event).toMatchObject({ type: 'response', body: { transactionId: 'abc' } })
  await expect(
    lastValueFrom(retryThroughOutage(change, responses(fails(alreadyExists)))),
  ).rejects.toBe(alreadyExists)
})

it('does not retry rejected changes, or changes without a transaction id', async () => {
  const rejection = { statusCode: 409, message: 'no' }
  await expect(lastValueFrom(retryThroughOutage(change, responses(fails(rejection))))).rejects.toBe(
    rejection,
  )
  await expect(
    lastValueFrom(retryThroughOutage({ actions: [] }, () => fails(networkError))),
  ).rejects.toBe(networkError)
})
