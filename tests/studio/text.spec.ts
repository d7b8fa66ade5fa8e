import type { Locator, Page } from '@playwright/test'
import { newService } from './service-page.ts'
import { expect, field, open, publishButton, test } from './studio.ts'

const caretOffset = () => getSelection()?.focusOffset

/** Returns the description field with the caret at the end of its text. */
async function editAtEnd(studio: Page): Promise<Locator> {
  const text = field(studio, 'description').getByRole('textbox')
  // The editor starts after the click and sets its own caret position first, so this repeats until the caret stays.
  await expect(async () => {
    await text.click()
    await studio.keyboard.press('Control+End')
    await studio.waitForTimeout(500)
    expect(await studio.evaluate(caretOffset)).toBe('Written before.'.length)
  }).toPass()
  return text
}

test('words that are typed right before Publish are published, or stay in the draft', async ({
  studio,
  content,
}) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'description' })
  const text = await editAtEnd(studio)
  await text.pressSequentially(' First words')
  await expect(publishButton(studio)).toBeEnabled()
  await text.pressSequentially(' and the last')
  await studio.keyboard.press('Control+Alt+p')
  const written = () =>
    content.fetch('*[_id in [$id, "drafts." + $id]].description[0].children[0].text', { id })
  await expect.poll(written).toContain('Written before. First words and the last')
  const published = () => content.fetch('*[_id == $id][0].description[0].children[0].text', { id })
  await expect.poll(published).toContain('First words')
  await content.delete({ query: '*[_id in [$id, "drafts." + $id]]', params: { id } })
})

const pastedTable = `<p>Before</p><table>
  <tr><th rowspan="2">Plan</th><th colspan="2">Fees</th></tr>
  <tr><td><p>Local</p><p>now</p></td><td>Online</td></tr>
  <tr><td>Basic</td><td>5%</td></tr>
</table><p>After</p>`

test('a pasted table stays a table, can be edited, and is published', async ({
  studio,
  content,
  site,
}) => {
  const first = await content.fetch('*[_id == "legal-terms"][0].body[0].children[0].text')
  await open(studio, 'legalPage', 'legal-terms', { path: 'body' })
  const text = field(studio, 'body').getByRole('textbox').first()
  await expect(async () => {
    await text.click()
    await studio.keyboard.press('Control+Home')
    await studio.waitForTimeout(500)
    expect(await studio.evaluate(caretOffset)).toBe(0)
    // The text beside a fact also starts at 0.
    expect(await studio.evaluate(() => getSelection()?.focusNode?.textContent)).toBe(first)
  }).toPass()
  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', 'A table')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, pastedTable)
  const stored = (id: string) =>
    content.fetch('*[_id == $id][0].body[_type == "table"]{headerRow, "rows": rows[].cells}', {
      id,
    })
  const draft = 'drafts.legal-terms'
  const rows = [
    ['Plan', 'Fees', ''],
    ['', 'Local now', 'Online'],
    ['Basic', '5%', ''],
  ]
  await expect.poll(() => stored(draft)).toEqual([{ headerRow: true, rows }])
  const words = await content.fetch('*[_id == $id][0].body[].children[].text', { id: draft })
  expect(words).toContainEqual(expect.stringMatching(/^Before$/))
  expect(words).toContainEqual(expect.stringMatching(/^After/))

  await field(studio, 'body').getByText('Plan, Fees').dblclick()
  const grid = studio.getByTestId('table-input')
  await grid.getByRole('textbox', { name: 'Row 3, column 3' }).fill('7%')
  await grid.getByRole('button', { name: 'Remove row 2' }).click()
  await grid.getByRole('button', { name: 'Add column' }).click()
  await expect
    .poll(() => stored(draft))
    .toEqual([
      {
        headerRow: true,
        rows: [
          ['Plan', 'Fees', '', ''],
          ['Basic', '5%', '7%', ''],
        ],
      },
    ])
  await grid.getByRole('button', { name: 'Remove column 4' }).click()
  await studio.keyboard.press('Escape')
  await publishButton(studio).click()
  const page = async () => (await fetch(`${site.url}/support/terms`)).text()
  await expect.poll(page).toContain('<td>Basic</td><td>5%</td><td>7%</td>')
})
