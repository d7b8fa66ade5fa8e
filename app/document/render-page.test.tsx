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

it('gives the whole page', async () => {
  const html = await renderPage(<p>{'é😀'.repeat(5_000)}</p>, '', signal)
  expect(html).toBe(`<p>${'é😀'.repeat(5_000)}</p>`)
})

it('throws what a component throws, wherever it is', async () => {
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
  ['in all', <Hangs key="0" />],
  [
    'in part',
    <Suspense key="1">
      <Hangs />
    </Suspense>,
  ],
])('ends a render that hangs %s after five seconds', async (_where, page) => {
  const rendered = renderPage(page, '', signal)
  const failure = expect(rendered).rejects.toThrow('5000 ms')
  await vi.advanceTimersByTimeAsync(5_000)
  await failure
})

it('ends when the visitor leaves, also before it began', async () => {
  const leaving = new AbortController()
  const rendered = renderPage(<Hangs />, '', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(rendered).rejects.toThrow('left')
  await expect(renderPage(<p />, '', leaving.signal)).rejects.toThrow('left')
})
