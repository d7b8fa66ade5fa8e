import type { SanityDocument } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'
import { shareCachedSite } from './share-cached-site.ts'

const states = {
  launch: ['before', 'passed', 'toBeAnnounced', 'open'],
  offer: ['before', 'passed', 'ended'],
  challenge: ['before', 'running', 'over'],
} as const
type About = keyof typeof states

/** Returns a word that no page contains otherwise. */
const mark = (about: string, state: string) => `mark-${about}-${state}`
const marks = (about: About) =>
  Object.fromEntries(states[about].map((state) => [state, mark(about, state)]))

/** Returns the paths of the pages in English in the sitemap, and of the confirmation pages. */
async function pathsOf(site: PageHandler): Promise<string[]> {
  const sitemap = await (await site.request('/sitemap.xml')).text()
  const listed = Array.from(
    sitemap.matchAll(/<loc>([^<]+)/g),
    ([, loc = '']) => new URL(loc).pathname,
  )
  const sent = ['/affiliate/apply/challenge/submitted', '/support/contact/sent']
  const inEnglish = listed.filter((path) => !/^\/(ar|es)(\/|$)/.test(path))
  return [...inEnglish, ...sent, '/confirmation', '/confirmation?form=onboarding']
}

describe('sentences about a date', () => {
  let site: PageHandler
  let originals: SanityDocument[]
  let paths: string[]

  beforeAll(async () => {
    site = await createPageHandler()
    paths = await pathsOf(site)
    originals = await site.editor.fetch('*[_id in ["siteSettings", "program-challenge"]]')
  })
  beforeEach(async () => {
    const launch = { 'launch.sentences': marks('launch'), 'offer.sentences': marks('offer') }
    const challenge = {
      'challenge.sentences': marks('challenge'),
      'challenge.next.button': 'mark-next',
    }
    const transaction = site.editor.transaction()
    for (const document of originals) transaction.createOrReplace(document)
    transaction.patch('siteSettings', { set: launch })
    await transaction.patch('program-challenge', { set: challenge }).commit()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await site.close()
  })

  /** Returns the marks on each page at a time, including head and JSON-LD. */
  async function marksAt(time: string): Promise<Map<string, Set<string>>> {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    await site.forget()
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
    ['2025-06-01T05:00:00Z', { launch: 'passed', offer: 'before', challenge: 'running' }],
    ['2025-09-15T05:00:00Z', { launch: 'passed', offer: 'passed', challenge: 'over' }],
  ])('are the true ones on every page at %s', async (time, now) => {
    const found = [...(await marksAt(time)).values()]
    const all = new Set(found.flatMap((marks) => [...marks]))
    const expected = Object.entries(now).map(([about, state]) => mark(about, state))
    if (now.challenge === 'over') expected.push('mark-next')
    expect([...all].sort()).toEqual(expected.sort())
    // Each is on a page.
    for (const one of expected.filter((text) => text !== 'mark-next')) {
      expect(found.filter((marks) => marks.has(one)).length, one).toBeGreaterThan(0)
    }
  })
})

/** Texts that are false in a state, by state. */
const untrue = {
  /** Texts that are only true before the launch. */
  launched: [
    /not launched|launches (in|on)/i,
    /before (the launch|launch|your city|clients|Halvi opens)/i,
    /(doors open|from the first day\b(?! on)|(be ready|set(ting)? up|place ready) early|this early)/i,
  ],
  challengeOver: [
    /apply for (a place|the (special )?challenge)/i,
    /There are \d+\. We|You have \d+ days|has ended\. The winner becomes|\bIt start(s|ed) at/i,
    /challenge starts at/i,
  ],
  offerOver: [/\bapply before (?!launch)/i, /\bearly\b/i, /offer is for/i],
}
/** A title from the specification that stays the same in every state. */
const fixedTitle = /Apply to Setup on Halvi Before Launch/g

describe('the seed texts', () => {
  let site: PageHandler
  let paths: string[]

  beforeAll(async () => {
    site = await createPageHandler()
    paths = await pathsOf(site)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await site.close()
  })

  /** Returns the text of each page at a time, including head and JSON-LD, without other scripts. */
  async function wordsAt(time: string): Promise<[path: string, words: string][]> {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    await site.forget()
    const pages: [string, string][] = []
    for (const path of paths) {
      const html = await (await site.request(path)).text()
      const words = html
        .replace(/<(style|script(?! type="application\/ld))\b.*?<\/(style|script)>/gs, '')
        .replace(/&#x27;/g, "'")
      pages.push([path, words.replace(fixedTitle, '')])
    }
    return pages
  }

  const found = (pages: [string, string][], patterns: readonly RegExp[]) =>
    pages.flatMap(([path, words]) =>
      patterns.flatMap((pattern) => {
        const match = pattern.exec(words)
        return match
          ? [`${path}: ${words.slice(Math.max(match.index - 40, 0), match.index + 60)}`]
          : []
      }),
    )

  it('are true once the dates have passed', async () => {
    const pages = await wordsAt('2026-11-01T12:00:00Z')
    expect(found(pages, Object.values(untrue).flat())).toEqual([])
    // The page of the challenge says that it has ended.
    const [, challenge] = pages.find(([path]) => path === '/affiliates/challenge') ?? []
    expect(challenge).toContain('has ended')
  })

  it.each([
    ['open', 'ended', '2025-05-01T12:00:00Z'],
    ['open', 'dated', '2025-05-01T12:00:00Z'],
    ['toBeAnnounced', 'ended', '2026-11-01T12:00:00Z'],
  ])('are true when the launch is %s and the offer %s, at %s', async (launch, offer, time) => {
    const set = { 'launch.status': launch, 'offer.status': offer }
    await site.editor.patch('siteSettings').set(set).commit()
    const over = offer === 'ended' ? untrue.offerOver : []
    expect(found(await wordsAt(time), [...untrue.launched, ...over])).toEqual([])
  })
})

describe('a cached page', () => {
  const cached = shareCachedSite()

  it('is rendered again when a date passes, without a publish', async () => {
    const startsAt = new Date(Date.now() + 60_000)
    await cached.lake.editor
      .patch('program-challenge')
      .set({
        'challenge.startsAt': startsAt.toISOString(),
        'challenge.sentences': marks('challenge'),
      })
      .commit()
    const path = '/business/affiliates'
    expect((await cached.site.request(path)).text).toContain(mark('challenge', 'before'))
    // Its normal lifetime is ten minutes, so only the date can have made it stale.
    vi.useFakeTimers({ now: startsAt, toFake: ['Date'] })
    expect((await cached.site.request(path)).text).toContain(mark('challenge', 'running'))
    vi.useRealTimers()
  })
})
