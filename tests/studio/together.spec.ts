import { waitForQuery } from './stored.ts'
import { expect, field, newId, open, paragraph, test } from './studio.ts'

test('two people change one section and the list of sections', async ({ studio, content }) => {
  const id = newId('page-test')
  const section = (key: string) => ({
    ...{ _type: 'textSection', _key: key, heading: { title: key } },
    ...{ body: [paragraph('A text.')] },
  })
  await content.create({
    ...{ _id: `drafts.${id}`, _type: 'page', title: 'Together' },
    ...{ slug: { _type: 'slug', current: id }, sections: [section('one'), section('two')] },
  })
  const second = await studio.context().newPage()
  const dialogs = []
  for (const page of [studio, second]) {
    await open(page, 'page', id)
    await field(page, 'sections').getByText('one').first().click()
    dialogs.push(page.getByRole('dialog'))
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  const [first, other] = dialogs
  await Promise.all([
    first?.getByTestId('string-input').first().fill('Changed by the first'),
    other?.getByRole('textbox').last().click(),
  ])
  await second.keyboard.type('Typed by the second. ')
  await content
    .patch(`drafts.${id}`)
    .unset(['sections[_key=="two"]'])
    .insert('before', 'sections[0]', [section('zero')])
    .commit()
  const stored = `*[_id == $id][0].sections[]{_key, "title": heading.title, "text": pt::text(body)}`
  const text = expect.stringContaining('Typed by the second. ')
  await waitForQuery(content, stored, { id: `drafts.${id}` }, [
    { _key: 'zero', title: 'zero', text: 'A text.' },
    { _key: 'one', title: 'Changed by the first', text },
  ])
  for (const dialog of dialogs) {
    await expect(dialog.getByTestId('string-input').first()).toHaveValue('Changed by the first')
    await expect(dialog.getByText('Typed by the second.')).toBeVisible()
  }
  await second.close()
  await content.delete(`drafts.${id}`)
})
