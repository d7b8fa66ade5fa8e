import { expect, field, open, publishButton, test } from './studio.ts'

/** Where the commission of Halvi Local is read, by people or by search engines. */
const places = ['/support/faq', '/business/commission', '/business/seller', '/services/local']

test('a commission that is edited once changes everywhere', async ({ studio, content, site }) => {
  const find = async (text: string) => {
    const pages = places.map(async (path) => (await fetch(site.url + path)).text())
    return (await Promise.all(pages)).map((html) => html.includes(text))
  }
  const structured = async () => {
    const html = await (await fetch(`${site.url}/support/faq`)).text()
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].join()
  }
  const before = await content.fetch('*[_id == "branch-local"][0].commission')
  await open(studio, 'branch', 'branch-local')
  await field(studio, 'commission.low').getByTestId('number-input').fill('7')
  await field(studio, 'commission.high').getByTestId('number-input').fill('13')
  await expect(publishButton(studio)).toBeEnabled()
  await publishButton(studio).click()
  await expect.poll(() => find('7-13%')).toEqual(places.map(() => true))
  expect(await structured()).toContain('7-13%')
  await content.patch('branch-local').set({ commission: before }).commit()
})
