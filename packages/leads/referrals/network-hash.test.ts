import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Leads } from '../leads.ts'
import { setUpLeads, type TestLeads } from '../testing/test-leads.ts'

let site: TestLeads
let leads: Leads
beforeEach(async () => {
  site = await setUpLeads()
  leads = await site.open()
})
afterEach(() => site.close())

it('hashes a network alike in all processes, and differently on another day', async () => {
  const other = await site.open()
  const hash = await leads.hashNetwork('192.0.2.1')
  expect(hash).toMatch(/^[\w-]{22}$/)
  expect(await other.hashNetwork('192.0.2.1')).toBe(hash)
  expect(await other.hashNetwork('192.0.2.2')).not.toBe(hash)
  await site.change("update lead_mail set network_day = '2020-01-01'")
  const later = await site.open()
  expect(await later.hashNetwork('192.0.2.1')).not.toBe(hash)
})
