import { afterEach, expect, it, vi } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { anyTag, isAffected } from './content-updates.ts'
import { contentApi } from './testing/content-api.ts'

afterEach(() => void vi.useRealTimers())

/** Moves the clock forward. Timers are not affected. */
function pass(seconds: number) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** Returns an API and a page that has read `one`. */
async function pageOf() {
  const { content, follow, respondWith, ...api } = await contentApi()
  const { updates, changes } = await follow()
  respondWith('one')
  const read = async () => {
    const page = content.reader()
    return { text: await page.fetch('*[0]'), tags: page.tags }
  }
  const page = await read()
  expect(page.text).toBe('one')
  return { ...api, respondWith, updates, changes, read, page }
}

it('uses results for ten seconds while the connection is lost, and asks again after that', async () => {
  const { hang, recover, updates, changes, read, page } = await pageOf()
  hang()
  await until(() => expect(updates.connected).toBe(false))
  expect(await read()).toEqual(page)
  pass(11)
  // Content does not respond.
  expect(await read()).toEqual(page)
  recover()
  await until(() => expect(updates.connected).toBe(true))
  await until(() => expect(changes.length).toBeGreaterThan(0))
  // Nothing was missed, so that pages stay valid.
  for (const change of changes) expect(isAffected(page.tags, change as Set<string>)).toBe(false)
  expect(await read()).toEqual(page)
  updates.close()
})

it('waits for content that does not respond only once in five seconds', async () => {
  const { api, hang, updates, read, page } = await pageOf()
  let requests = 0
  hang()
  await until(() => expect(updates.connected).toBe(false))
  api.prependListener('request', ({ url = '' }) => {
    if (url.includes('/query/')) requests++
  })
  pass(11)
  for (let n = 0; n < 20; n++) expect(await read()).toEqual(page)
  expect(requests).toBe(1)
  updates.close()
})

it('reports a result that differs although no event was missed, such as in a replaced dataset', async () => {
  const { publish, changes, respondWith, queryCount, updates, read, page } = await pageOf()
  publish()
  await until(() => expect(changes).toEqual(['everything', new Set()]))
  expect(queryCount()).toBe(2)
  expect(await read()).toEqual(page)
  respondWith('two')
  publish()
  await until(() => expect(changes.slice(2)).toEqual(['everything', page.tags, new Set()]))
  expect((await read()).text).toBe('two')
  updates.close()
})

it('keeps a changed result that can not be read, and reports it after the recovery', async () => {
  const { api, publish, changes, respondWith, updates, read, page } = await pageOf()
  let [status, failed] = [503, 0]
  api.prependListener('request', ({ url = '' }, response) => {
    if (!url.includes('/query/')) return
    response.statusCode = status
    if (status === 503) failed++
  })
  respondWith('two')
  publish('s1:a')
  await until(() => expect(failed).toBeGreaterThan(0))
  const late = await read()
  // The page becomes stale as soon as the new result is read.
  expect(late).toEqual({ text: 'one', tags: new Set([anyTag]) })
  expect(changes).toEqual([])
  status = 200
  await until(() => expect(changes).toEqual([page.tags, new Set()]))
  expect((await read()).text).toBe('two')
  updates.close()
})
