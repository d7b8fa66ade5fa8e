import { redirect } from '@remix-run/node'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { somethingWentWrong } from './action-data.ts'
import { sendForm } from './browser.ts'

const signal = new AbortController()
const send = (serverAction: () => Promise<unknown>, aborted = false) => {
  const request = { signal: aborted ? AbortSignal.abort() : signal.signal } as Request
  return sendForm({ request, params: {}, serverAction: serverAction as never })
}
const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => complaint.mockClear())
afterAll(() => complaint.mockRestore())

it('hands on what the server answered', async () => {
  const answer = { message: 'Please enter your name and email address', field: 'name' }
  expect(await send(async () => answer)).toEqual(answer)
  expect(complaint).not.toHaveBeenCalled()
})

it('tells the console of what the server could not do', async () => {
  const answer = { message: somethingWentWrong, values: { name: 'Amina' } }
  expect(await send(async () => answer)).toEqual(answer)
  expect(complaint).toHaveBeenCalledOnce()
})

it('lets a redirect pass', async () => {
  const away = redirect('/confirmation', 303)
  await expect(send(() => Promise.reject(away))).rejects.toBe(away)
})

it('says so and names no values when the network fails, so that the page keeps its own', async () => {
  const failed = new TypeError('Failed to fetch')
  expect(await send(() => Promise.reject(failed))).toEqual({ message: somethingWentWrong })
  expect(complaint).toHaveBeenCalledWith(failed)
})

it('says nothing when a second submission took its place', async () => {
  const aborted = new DOMException('aborted', 'AbortError')
  await expect(send(() => Promise.reject(aborted), true)).rejects.toBe(aborted)
  expect(complaint).not.toHaveBeenCalled()
})
