import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const text = async (path: string) => (await site.request(path)).text()
/** Returns a page without its scripts. */
const shown = async (path: string) => (await text(path)).replace(/<script.*?<\/script>/gs, '')
const setSource = (source: 'simulated' | 'real') =>
  site.editor.patch('siteSettings').set({ 'dashboard.source': source }).commit()

/** Returns the server-rendered metrics of a page by key. */
async function metricsOf(path: string) {
  const entries = [
    ...(await text(path)).matchAll(
      /data-figure="(\w+)"[^>]*><dt>[^<]+<\/dt><dd>(?:<span[^>]*>)?([\d,]+)/g,
    ),
  ]
  return Object.fromEntries(
    entries.map(([, key, value]) => [key, Number(value?.replaceAll(',', ''))]),
  )
}

const apply = (form: string, fields: Record<string, string>) =>
  site.request(form, { method: 'POST', body: new URLSearchParams(fields) })
const join = (name: string, more: Record<string, string> = {}) =>
  apply('/waitlist', { name, email: 'a@example.com', interests: 'shopOnHalvi', ...more })

describe('simulated metrics', () => {
  it.each(['/', '/waitlist'])('are labeled as a sample on %s', async (path) => {
    const days = Math.floor((Date.now() - Date.parse('2025-04-12')) / 86_400_000)
    expect((await metricsOf(path)).expectedOrders).toBe(784 + 80 * days)
    const { title } = await site.editor.fetch('*[_id == "siteSettings"][0].dashboard')
    expect(await shown(path)).toContain(title)
  })
})

describe('real metrics', () => {
  beforeAll(() => setSource('real'))
  afterAll(() => setSource('simulated'))

  it('count the stored applications without spam, contact messages, and duplicates', async () => {
    const before = await metricsOf('/')
    await join('Amina')
    await join('Amina')
    await join('a machine', { homepage: 'https://spam.example' })
    await apply('/support/contact', {
      name: 'Amina',
      email: 'a@example.com',
      subject: 'Hours',
      message: 'When?',
    })
    const after = await metricsOf('/')
    expect(after).toMatchObject({ total: (before.total ?? 0) + 1, today: (before.today ?? 0) + 1 })
    const page = await text('/')
    for (const word of ['Illustrative figures', 'Sample dashboard'])
      expect(page).not.toContain(word)
    const today = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'long',
      timeZone: 'America/Chicago',
    })
    expect(page).toContain(`Counted since ${today.format(Date.now())}`)
    const html = await text('/confirmation')
    expect(html).toMatch(new RegExp(`data-figure="joinedToday">${after.today} `))
  })

  it('do not break a page if the lead store is unreachable', async () => {
    const count = () => Promise.reject(new Error('locked'))
    const response = await site.request('/', {}, { leads: { ...site.leads, count } })
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('id="live-card"')
    expect(site.log.some((line) => line.includes('locked'))).toBe(true)
  })
})
