import type { SanityDocument } from '@sanity/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
let seed: SanityDocument[]
beforeAll(async () => {
  site = await createPageHandler()
  seed = await site.editor.fetch('*[!(_type match "sanity.*")]')
})
afterAll(() => site.close())
afterEach(async () => {
  const transaction = site.editor.transaction()
  for (const document of seed) transaction.createOrReplace(document)
  await transaction.commit()
})

const load = async (path: string) => {
  const response = await site.request(path)
  return { status: response.status, html: await response.text() }
}
/** Words that stand where a value is missing. */
const holes = /undefined|\bnull[%"]|:null|NaN|\[object|Invalid Date|1970/

/** Every page answers, has its heading, and shows no hole; those in `gone` are not there. */
async function expectWholePages(gone: string[] = []) {
  for (const path of canonicalPaths) {
    const { status, html } = await load(path)
    expect(status, path).toBe(gone.includes(path) ? 404 : 200)
    expect(html.match(/<h1[^>]*>[^<]/g), path).toHaveLength(1)
    const shown = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    expect(holes.exec(shown)?.[0], path).toBeUndefined()
  }
}

/** Fields without which a document could not be found or named. */
const identity = ['slug', 'key', 'title', 'name', 'question', 'rate', 'applyTitle', 'hue']

describe('every page still makes sense', () => {
  it.each([
    'siteSettings',
    'branch',
    'servicePage',
    'featurePage',
    'affiliateProgramme',
    'faqEntry',
    'landingPage',
    'comingSoonPage',
    'waitlistPage',
    'confirmationPage',
    'onboardingPage',
    'affiliateApplyPage',
    'helpCentre',
    'helpArticle',
    'faqPage',
    'contactPage',
    'legalPage',
    'notFoundPage',
  ])('when %s has nothing but its name', async (type) => {
    const transaction = site.editor.transaction()
    for (const document of seed.filter(({ _type }) => _type === type)) {
      const fields = Object.keys(document).filter(
        (f) => !f.startsWith('_') && !identity.includes(f),
      )
      transaction.patch(document._id, (patch) => patch.unset(fields))
    }
    await transaction.commit()
    await expectWholePages()
  })

  it('when the list of affiliate programs is empty', async () => {
    await site.editor.patch('affiliatesPage').unset(['programmes']).commit()
    await expectWholePages(['/affiliates/regular', '/affiliates/challenge', '/affiliates/creator'])
    expect((await load('/affiliates')).html).not.toContain('href="/affiliates/')
  })

  it('when a program was taken out', async () => {
    await site.editor
      .patch('affiliatesPage')
      .unset(['programmes[_ref=="programme-creator"]'])
      .commit()
    await expectWholePages(['/affiliates/creator'])
    const { html } = await load('/affiliates')
    expect(html).not.toContain('href="/affiliates/creator"')
    expect(html).toContain('href="/affiliates/regular"')
  })

  it('when the challenge has no leaderboard', async () => {
    await site.editor.patch('affiliatesPage').unset(['leaderboard']).commit()
    const { status, html } = await load('/affiliates/challenge')
    expect(status).toBe(200)
    expect(html).not.toContain('<table')
  })

  it('when the challenge has no date', async () => {
    await site.editor.patch('programme-challenge').unset(['challenge']).commit()
    const { status, html } = await load('/affiliates/challenge')
    expect(status).toBe(200)
    expect(html).not.toContain('role="timer"')
    await expectWholePages()
  })

  it('when its date and time zone are none', async () => {
    const challenge = { 'challenge.startsAt': 'soon', 'challenge.timeZone': 'Middle/Earth' }
    await site.editor.patch('programme-challenge').set(challenge).commit()
    await expectWholePages()
  })
})
