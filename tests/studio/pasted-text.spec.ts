import { expect, field, newId, open, test } from './studio.ts'

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
  { type: 'faqEntry', path: 'answer', document: { question: 'Is this new?' } },
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
    await text.click()
    await expect(text).toBeFocused()
    // The editor takes over the position of the caret some time after the click.
    await studio.waitForTimeout(500)
    await text.evaluate(enterAtOnce, '<p>Pasted <b>words</b></p><p>The end</p>')
    const texts = `*[_id == $id][0].${path}[].children[].text`
    const stored = async () =>
      [await content.fetch<unknown>(texts, { id: `drafts.${id}` })].flat().filter(Boolean)
    await expect.poll(stored).toEqual(['A few words', 'Pasted ', 'words', 'The end'])
    await expect(async () => {
      await text.press('Control+a')
      await text.press('Delete')
      await expect.poll(stored, { timeout: 10_000 }).toEqual([])
    }).toPass()
    await content.delete(`drafts.${id}`)
  })
}
