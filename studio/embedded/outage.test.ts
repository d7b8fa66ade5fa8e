import { lastValueFrom, type Observable, of, throwError } from 'rxjs'
import { expect, it } from 'vitest'
import { retryThroughOutage } from './outage.ts'

const change = { transactionId: 'abc', actions: [] }
const away = { isNetworkError: true, message: 'away' }
const known = { statusCode: 409, message: 'Transaction "abc" already exists' }

/** Answers one after another, as a server would. */
function answers(...list: Observable<unknown>[]) {
  let index = 0
  return () => list[Math.min(index++, list.length - 1)] as Observable<unknown>
}
const fails = (failure: object) => throwError(() => failure)

it('sends a change until the server has it', async () => {
  const send = answers(fails(away), fails({ statusCode: 503, message: 'starting' }), of('done'))
  expect(await lastValueFrom(retryThroughOutage(change, send))).toBe('done')
})

it('takes a change that the server knows already for done, once it has sent it again', async () => {
  const event = await lastValueFrom(retryThroughOutage(change, answers(fails(away), fails(known))))
  expect(event).toMatchObject({ type: 'response', body: { transactionId: 'abc' } })
  await expect(lastValueFrom(retryThroughOutage(change, answers(fails(known))))).rejects.toBe(known)
})

it('passes refusals on, and failures of what might be done twice', async () => {
  const refusal = { statusCode: 409, message: 'no' }
  await expect(lastValueFrom(retryThroughOutage(change, answers(fails(refusal))))).rejects.toBe(
    refusal,
  )
  await expect(lastValueFrom(retryThroughOutage({ actions: [] }, () => fails(away)))).rejects.toBe(
    away,
  )
})
