import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const participants = ['Amina R.', 'محمد ع.', ''].map((name, index) => ({
  name,
  referrals: 30 - index,
}))

/** Returns the challenge's page, with some real participants. */
async function page(source: string | undefined, real: typeof participants | undefined) {
  const patch = site.editor.patch('affiliatesPage')
  await (source
    ? patch.set({ 'leaderboard.source': source })
    : patch.unset(['leaderboard.source'])
  ).commit()
  const leads = { ...site.leads, leaderboard: async () => real }
  const response = await site.request('/affiliates/challenge', {}, { leads })
  expect(response.status).toBe(200)
  return response.text()
}

it('shows samples unless staff choose real participants', async () => {
  for (const source of [undefined, 'samples']) {
    const html = await page(source, participants)
    expect(html).toContain('Yusuf K.')
    expect(html).not.toContain('محمد')
  }
})

it('shows real participants without samples or earnings', async () => {
  const html = await page('real', participants)
  expect(html).toMatch(/Amina R\..*>30<.*محمد ع\..*>29<.*Participant.*>28</s)
  expect(html).not.toContain('Yusuf K.')
  expect(html.match(/class="leaderboard.*?<\/table>/s)?.[0]).not.toContain('$')
})

it('shows an empty state for fewer than three, and nothing when they cannot be read', async () => {
  const few = await page('real', participants.slice(1))
  expect(few).toContain('id="leaderboard"')
  expect(few).not.toContain('class="leaderboard')
  expect(few).not.toContain('محمد')
  expect(await page('real', undefined)).not.toContain('id="leaderboard"')
  expect(await page('off', participants)).not.toContain('id="leaderboard"')
})
