import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const jsonLd = /<script type="application\/ld\+json">.*?<\/script>/gs

/** Returns the paths whose visible text contains a text, and the paths whose JSON-LD contains it. */
async function whereIs(text: string) {
  const people: string[] = []
  const engines: string[] = []
  for (const path of canonicalPaths) {
    const page = await (await site.request(path)).text()
    // Elements and spaces keep a percentage together with the word before it.
    const html = page.replace(/<\/?span\b[^>]*>/g, '').replaceAll('\u00a0', ' ')
    if (html.replace(jsonLd, '').includes(text)) people.push(path)
    if (html.match(jsonLd)?.join().includes(text)) engines.push(path)
  }
  return { people, engines }
}

describe.each([
  {
    what: 'the commission of a branch',
    id: 'branch-local',
    change: { 'commission.low': 6.5, 'commission.high': 11 },
    before: '5-10%',
    after: '6.5-11%',
    people: ['/', '/index', '/services/local', '/business/commission', '/support/faq'],
  },
  {
    what: 'the rate of an affiliate program',
    id: 'program-regular',
    change: { rate: 23 },
    before: ' 20% commission',
    after: ' 23% commission',
    people: ['/affiliates', '/affiliates/regular', '/affiliate/apply/regular'],
  },
  {
    what: 'the title of the winner of a challenge',
    id: 'program-challenge',
    change: { 'challenge.winnerTitle': 'Guest of Honor' },
    before: 'Special Affiliate',
    after: 'Guest of Honor',
    people: ['/affiliates', '/affiliates/challenge', '/affiliate/apply/challenge'],
  },
])('$what', ({ id, change, before, after, people }) => {
  it('changes on all pages after one edit', async () => {
    const old = await whereIs(before)
    expect(old.people).toEqual(expect.arrayContaining(people))
    expect(old.engines.length).toBeGreaterThan(0)
    await site.editor.patch(id).set(change).commit()
    expect(await whereIs(after)).toEqual(old)
    expect(await whereIs(before)).toEqual({ people: [], engines: [] })
  })
})
