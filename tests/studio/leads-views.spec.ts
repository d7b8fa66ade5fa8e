import { expectAccessible } from '../journeys/site.ts'
import { openLeads, pane, row, sendMessage, tool } from './leads-tool.ts'
import { chooseIn, expectOverlay } from './overlay.ts'
import { expect, goTo, test } from './studio.ts'

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`every view is accessible in the ${colorScheme} scheme at ${width} pixels`, async ({
    studio,
  }) => {
    await studio.emulateMedia({ colorScheme })
    await studio.setViewportSize({ width, height: 800 })
    const email = await sendMessage(studio)
    const check = async () => {
      await expectAccessible(studio, undefined, '[data-testid=leads-tool]')
      expect(await studio.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await openLeads(studio)
    await expect(row(studio, email)).toBeVisible()
    await check()
    const button = (name: string) => tool(studio).getByRole('button', { name, exact: true })
    if (width === 360) {
      await button('Filters').click()
      await expectOverlay(studio, button('Form'), 'dialog')
      await expectOverlay(studio, button('Date'), 'dialog')
      await expectOverlay(studio, button('Views'), 'dialog')
      await expectOverlay(studio, button('Export'), 'menu')
    }
    await row(studio, email).getByRole('checkbox').click()
    const selection = tool(studio).getByRole('group', { name: 'Selection' })
    const status = selection.getByRole('button', { name: 'Status' })
    if (width === 360) {
      await expectOverlay(studio, status, 'menu')
      await expectOverlay(studio, status, 'dialog', () => chooseIn(studio, status, 'Home'))
    }
    await check()
    await selection.getByRole('button', { name: 'Clear selection' }).press('Enter')
    await row(studio, email).click()
    await expect(pane(studio).getByRole('heading', { name: 'History' })).toBeVisible()
    const { width: paneWidth = 0 } = (await pane(studio).boundingBox()) ?? {}
    expect(paneWidth === width).toBe(width === 360)
    await check()
    if (width === 360) {
      const menu = pane(studio).getByRole('button', { name: 'Lead actions' })
      await expectOverlay(studio, menu, 'menu')
      await expectOverlay(studio, menu, 'dialog', () => chooseIn(studio, menu, 'End'))
    }

    await tool(studio).getByRole('link', { name: 'Metrics' }).click()
    const days = tool(studio).getByRole('img', { name: /^Leads by day, .*: [1-9]/ })
    await expect(days).toBeVisible()
    await expect(tool(studio).getByText('Conversion funnel')).toBeVisible()
    await check()
  })
}

test('metrics compare only steps that count the same people', async ({ studio }) => {
  const counts = { seen: 40, opened: 3, stored: 22, contacted: 11, accepted: 2 }
  const campaigns = ['', 'eid', 'ads'].map((campaign) => ({ campaign, ...counts }))
  await studio.route('**/staff/v1/funnel?**', (route) => route.fulfill({ json: { campaigns } }))
  // The site of these tests delivers leads. Another one does not.
  await studio.route('**/staff/v1/figures?**', async (route) => {
    const metrics = await (await route.fetch()).json()
    await route.fulfill({ json: { ...metrics, timeToDeliver: null } })
  })
  await goTo(studio, '/studio/leads/figures')
  const all = tool(studio).getByRole('table', { name: 'All campaigns' })
  const step = (name: string) => all.getByRole('row').filter({ hasText: name })
  for (const [name, count, share] of [
    ['Page views', '120', '–'],
    ['Forms opened', '9', '7.5%'],
    ['Forms submitted', '66', '–'],
    ['Contacted', '33', '50%'],
    ['Accepted', '6', '18.2%'],
  ] as const) {
    await expect(step(name).getByRole('cell')).toHaveText([count, share])
  }
  await expect(tool(studio).locator('dt')).toHaveText(['Leads', 'Contacted', 'Accepted'])
  await expect(tool(studio).getByText('Delivery time')).toHaveCount(0)
  await goTo(studio, '/studio/leads/figures?form=waitlist')
  await expect(step('Forms submitted')).toBeVisible()
  await expect(step('Page views')).toHaveCount(0)
})

test('referrals are listed in every state, with the people who brought the most', async ({
  studio,
}) => {
  const person = (id: string, name: string) => ({ id, name })
  const states = ['given', 'withheld', 'denied'] as const
  const credits = states.map((credit) => ({
    ...{ ...person(credit, `Friend ${credit}`), credit, creditReason: null },
    referrer: person('a', 'Amina'),
  }))
  await studio.route('**/staff/v1/credits?**', (route) => {
    const state = new URL(route.request().url()).searchParams.get('credit')
    const people = credits.filter(({ credit }) => !state || credit === state)
    return route.fulfill({ json: { people, next: null } })
  })
  await studio.route('**/staff/v1/referrers', (route) =>
    route.fulfill({ json: { people: [{ ...person('a', 'Amina'), referrals: 7 }] } }),
  )
  await goTo(studio, '/studio/leads/credits')
  const list = tool(studio).getByRole('list', { name: 'Referrals, newest first' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(tool(studio).getByRole('list', { name: 'Top referrers' })).toHaveText(/Amina.*7/)
  await tool(studio).getByLabel('Credit').selectOption('given')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(studio, undefined, '[data-testid=leads-tool]')
})
