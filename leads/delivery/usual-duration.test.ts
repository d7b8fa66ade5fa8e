import { afterEach, beforeEach, expect, it } from 'vitest'
import { setUpLeads, submission, type TestLeads } from '../testing/test-leads.ts'

let site: TestLeads
beforeEach(async () => {
  site = await setUpLeads()
})
afterEach(() => site.close())

it('answers a repeated application as late as a new one, and delivers it once', async () => {
  site.endpoint.answer = (response) => setTimeout(() => response.end(), 200)
  const leads = await site.open()
  await leads.receive(submission())
  const start = performance.now()
  expect(await leads.receive(submission())).toBe('taken')
  expect(performance.now() - start).toBeGreaterThan(190)
  expect(site.keys()).toHaveLength(1)
})
