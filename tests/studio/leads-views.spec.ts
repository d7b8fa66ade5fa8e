import { expectAccessible } from '../journeys/site.ts'
import { openLeads, pane, row, sendMessage, tool } from './leads-tool.ts'
import { chooseIn, expectOverlay } from './overlay.ts'
import { expect, test } from './studio.ts'

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
