import { expect, open, test } from './studio.ts'

test('a page shows its search result and its picture beside the form', async ({
  studio,
  content,
  site,
}) => {
  const html = await (await fetch(`${site.url}/support/terms`)).text()
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
  const description = /<meta name="description" content="(.*?)"/.exec(html)?.[1] ?? ''
  await open(studio, 'legalPage', 'legal-terms')
  await studio.getByRole('tab', { name: 'Search and sharing' }).click()
  const preview = studio.getByTestId('search-preview')
  await expect(preview).toContainText(title)
  await expect(preview).toContainText(description)
  await expect(preview).toContainText(`${site.url}/support/terms`)
  const picture = preview.getByRole('img')
  await expect(picture).toHaveJSProperty('naturalWidth', 1200)
  await expect(picture).toHaveJSProperty('naturalHeight', 630)
  const terms = await content.getDocument('legal-terms')
  const seo = { _type: 'seo', title: 'Rules for everybody' }
  await content.createOrReplace({ ...terms, _type: 'legalPage', _id: 'drafts.legal-terms', seo })
  await expect(preview).toContainText('Rules for everybody')
  await content.delete('drafts.legal-terms')
})
