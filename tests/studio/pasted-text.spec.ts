import { waitForQuery } from './stored.ts'
import { expect, field, newId, open, test } from './studio.ts'
import { deleteText, paste, placeCaret } from './text-editor.ts'

/** Enters words, a line break, and pasted HTML in one task, before the form can be rendered. */
function enterAtOnce(element: Element, html: string) {
  const enter = (inputType: string, data: string | null) =>
    element.dispatchEvent(
      new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true }),
    )
  enter('insertText', 'A few words')
  enter('insertParagraph', null)
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  clipboardData.setData('text/plain', 'Pasted')
  element.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

for (const { type, path, document } of [
  {
    ...{ type: 'page', path: 'sections[_key=="a"].body' },
    document: { sections: [{ _type: 'textSection', _key: 'a' }] },
  },
  { type: 'servicePage', path: 'joinCard.text', document: { title: 'Test' } },
]) {
  test(`HTML that is pasted right after the first words of a text is saved: ${type}`, async ({
    studio,
    content,
  }) => {
    const id = newId('text-test')
    const draft: { _id: string; _type: string } = { _id: `drafts.${id}`, _type: type, ...document }
    await content.create(draft)
    await open(studio, type, id, { path })
    const text = field(studio, path).getByRole('textbox').last()
    await placeCaret(text, 'Control+Home', 0)
    await text.evaluate(enterAtOnce, '<p>Pasted <b>words</b></p><p>The end</p>')
    const texts = `coalesce(*[_id == $id][0].${path}[].children[].text, [])[@ > ""]`
    const params = { id: `drafts.${id}` }
    const words = ['A few words', 'Pasted ', 'words', 'The end']
    await waitForQuery(content, texts, params, words)
    await deleteText(text, () => content.fetch(texts, params))
    await content.delete(`drafts.${id}`)
  })
}

test('a table that is pasted into a comparison table fills its rows and columns', async ({
  studio,
  content,
}) => {
  const id = newId('table-test')
  const sections = [{ _type: 'comparisonSection', _key: 'a' }]
  await content.create({ _id: `drafts.${id}`, _type: 'page', title: 'Test', sections })
  await open(studio, 'page', id, { path: 'sections[_key=="a"].rows' })
  const cell = (row: number, column: number) =>
    studio
      .getByTestId('table-input')
      .getByRole('textbox', { name: `Row ${row}, column ${column}`, exact: true })
  const cells = '*[_id == $id][0].sections[0].rows[].cells'
  const expectCells = (expected: string[][]) =>
    waitForQuery(content, cells, { id: `drafts.${id}` }, expected)
  await cell(1, 1).evaluate(paste, {
    'text/html': `<style>td {color: red}</style><table dir="rtl">
      <tr><td></td><td colspan="2">Halvi</td></tr>
      <tr><td>رسوم</td><td>5%</td><td>Local<br>now</td></tr>
      <tr><td></td><td></td><td></td></tr>
    </table>`,
    'text/plain': 'ignored',
  })
  const first = ['', 'Halvi', '']
  await expectCells([first, ['رسوم', '5%', 'Local now']])
  const text = '6%\t"Two\nlines, ""quoted"""'
  await cell(2, 2).evaluate(paste, { 'text/plain': `${text}\r\n7%\t\r\n` })
  await expectCells([first, ['رسوم', '6%', 'Two lines, "quoted"'], ['', '7%', '']])
  const large = Array.from({ length: 150 }, (_, y) => Array(20).fill(y).join('\t'))
  await cell(1, 1).evaluate(paste, { 'text/plain': large.join('\n') })
  await expect(studio.getByText(/at most 100 rows and 12 columns/)).toBeVisible()
  await expectCells(Array.from({ length: 100 }, (_, y) => Array(12).fill(String(y))))
  await content.delete(`drafts.${id}`)
})
