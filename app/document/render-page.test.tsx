import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from './render-page.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const { signal } = new AbortController()

function Throws(): never {
  throw new Error('in a component')
}

function Hangs(): never {
  throw new Promise(() => {})
}

it('returns the complete page', async () => {
  const html = await renderPage(<p>{'é😀'.repeat(5_000)}</p>, '', signal)
  expect(html).toBe(`<p>${'é😀'.repeat(5_000)}</p>`)
})

it('rejects with the error of a component, also inside a Suspense boundary', async () => {
  await expect(renderPage(<Throws />, '', signal)).rejects.toThrow('in a component')
  const inside = (
    <p>
      <Suspense>
        <Throws />
      </Suspense>
      <Throws />
    </p>
  )
  await expect(renderPage(inside, '', signal)).rejects.toThrow('in a component')
  const hidden = (
    <Suspense>
      <Throws />
    </Suspense>
  )
  await expect(renderPage(hidden, '', signal)).rejects.toThrow('in a component')
})

it.each([
  ['completely', <Hangs key="0" />],
  [
    'partly',
    <Suspense key="1">
      <Hangs />
    </Suspense>,
  ],
])('times out after five seconds if a render hangs %s', async (_where, page) => {
  const rendered = renderPage(page, '', signal)
  const failure = expect(rendered).rejects.toThrow('5000 ms')
  await vi.advanceTimersByTimeAsync(5_000)
  await failure
})

it('rejects when the visitor disconnects during or before the rendering', async () => {
  const connection = new AbortController()
  const rendered = renderPage(<Hangs />, '', connection.signal)
  connection.abort(new Error('disconnected'))
  await expect(rendered).rejects.toThrow('disconnected')
  await expect(renderPage(<p />, '', connection.signal)).rejects.toThrow('disconnected')
})
