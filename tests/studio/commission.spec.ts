import { expect, field, open, publishButton, test } from './studio.ts'

/** Pages that show the commission of Halvi Local to visitors or search engines. */
const paths = ['/support/faq', '/business/commission', '/business/seller', '/services/local']

test('a published commission changes on every page', async ({ studio, content, site }) => {
  const findOnPages = async (text: string) => {
    const pages = paths.map(async (path) => (await fetch(site.url + path)).text())
    return (await Promise.all(pages)).map((html) => html.includes(text))
  }
  const structuredData = async () => {
    const html = await (await fetch(`${site.url}/support/faq`)).text()
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].join()
  }
  const before = await content.fetch('*[_id == "branch-local"][0].commission')
  await open(studio, 'branch', 'branch-local')
  await field(studio, 'commission.low').getByTestId('number-input').fill('7')
  await field(studio, 'commission.high').getByTestId('number-input').fill('13')
  await expect(publishButton(studio)).toBeEnabled()
  await publishButton(studio).click()
  await expect.poll(() => findOnPages('7-13%')).toEqual(paths.map(() => true))
  expect(await structuredData()).toContain('7-13%')
  await content.patch('branch-local').set({ commission: before }).commit()
})
