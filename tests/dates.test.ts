import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'
import { shareCachedSite } from './share-cached-site.ts'

const states = {
  launch: ['before', 'passed', 'toBeAnnounced', 'open'],
  offer: ['before', 'passed', 'ended'],
  challenge: ['before', 'running', 'over'],
} as const
type About = keyof typeof states

/** A word that stands on no page otherwise. */
const mark = (about: string, state: string) => `mark-${about}-${state}`
const marks = (about: About) =>
  Object.fromEntries(states[about].map((state) => [state, mark(about, state)]))

describe('sentences about a date', () => {
  let site: PageHandler
  let paths: string[]

  beforeAll(async () => {
    site = await createPageHandler()
    const { editor } = site
    const set = { 'launch.sentences': marks('launch'), 'offer.sentences': marks('offer') }
    await editor.patch('siteSettings').set(set).commit()
    await editor
      .patch('programme-challenge')
      .set({ 'challenge.sentences': marks('challenge'), 'challenge.next.button': 'mark-next' })
      .commit()
    const sitemap = await (await site.request('/sitemap.xml')).text()
    const all = Array.from(
      sitemap.matchAll(/<loc>([^<]+)/g),
      ([, loc = '']) => new URL(loc).pathname,
    )
    paths = [...all, '/affiliate/apply/challenge/submitted', '/support/contact/sent']
  })
  afterAll(async () => {
    vi.useRealTimers()
    await site.close()
  })

  /** Of each page, head and JSON-LD included, the marks that stand on it at a moment. */
  async function marksAt(moment: string): Promise<Map<string, Set<string>>> {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
    const found = new Map<string, Set<string>>()
    for (const path of paths) {
      const response = await site.request(path)
      expect(response.status).toBe(200)
      const text = await response.text()
      found.set(path, new Set(text.match(/mark-\w+(-\w+)?/g) ?? []))
    }
    return found
  }

  it.each([
    ['2025-05-30T11:59:59Z', { launch: 'before', offer: 'before', challenge: 'before' }],
    ['2025-05-30T12:00:00Z', { launch: 'before', offer: 'before', challenge: 'running' }],
    ['2025-06-01T05:00:00Z', { launch: 'passed', offer: 'before', challenge: 'running' }],
    ['2025-06-03T12:00:00Z', { launch: 'passed', offer: 'before', challenge: 'over' }],
    ['2025-09-15T05:00:00Z', { launch: 'passed', offer: 'passed', challenge: 'over' }],
  ])('are on every page the ones that are true at %s', async (moment, now) => {
    const found = [...(await marksAt(moment)).values()]
    const all = new Set(found.flatMap((marks) => [...marks]))
    const expected = Object.entries(now).map(([about, state]) => mark(about, state))
    if (now.challenge === 'over') expected.push('mark-next')
    expect([...all].sort()).toEqual(expected.sort())
    // Not on one page alone.
    for (const one of expected.filter((text) => text !== 'mark-next')) {
      expect(found.filter((marks) => marks.has(one)).length, one).toBeGreaterThan(1)
    }
  })

  it('are what staff say comes next, whatever the date', async () => {
    await site.editor
      .patch('siteSettings')
      .set({ 'launch.status': 'open', 'offer.status': 'ended' })
      .commit()
    const all = new Set(
      [...(await marksAt('2025-05-01T00:00:00Z')).values()].flatMap((on) => [...on]),
    )
    expect(all).toEqual(new Set(['mark-launch-open', 'mark-offer-ended', 'mark-challenge-before']))
  })

  it('are left out where staff have written none, and no page fails', async () => {
    await site.editor.patch('siteSettings').unset(['launch', 'offer', 'timeZone']).commit()
    await site.editor.patch('programme-challenge').unset(['challenge']).commit()
    const found = await marksAt('2025-05-01T00:00:00Z')
    expect([...found.values()].filter((marks) => marks.size > 0)).toEqual([])
  })
})

describe('a page that is kept', () => {
  const cached = shareCachedSite()

  it('changes at the moment that a date comes, though nothing is published', async () => {
    const startsAt = new Date(Date.now() + 4_000)
    await cached.lake.editor
      .patch('programme-challenge')
      .set({
        'challenge.startsAt': startsAt.toISOString(),
        'challenge.sentences': marks('challenge'),
      })
      .commit()
    const path = '/affiliates'
    await cached.shows(path, mark('challenge', 'before'))
    // Its own time is ten minutes: only the date can have dropped it so soon.
    await cached.shows(path, mark('challenge', 'running'))
  })
})
