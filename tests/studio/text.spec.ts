import { expectPage } from '../public-pages.ts'
import { newService } from './service-page.ts'
import { publish, waitForQuery } from './stored.ts'
import { expect, field, open, publishButton, test } from './studio.ts'
import { paste, placeCaret } from './text-editor.ts'

test('words that are typed right before Publish are published, or stay in the draft', async ({
  studio,
  content,
}) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'description' })
  const text = field(studio, 'description').getByRole('textbox')
  await placeCaret(text, 'Control+End', 'Written before.'.length)
  await text.pressSequentially(' First words')
  await expect(publishButton(studio)).toBeEnabled()
  await text.pressSequentially(' and the last')
  await studio.keyboard.press('Control+Alt+p')
  const first = 'description[0].children[0].text'
  const words = 'Written before. First words and the last'
  await waitForQuery(
    content,
    `$words in *[_id in [$id, "drafts." + $id]].${first} && *[_id == $id][0].${first} match "First words"`,
    { id, words },
    true,
  )
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
  // The text beside a fact also starts at 0.
  await placeCaret(text, 'Control+Home', 0, first)
  await text.evaluate(paste, { 'text/html': pastedTable, 'text/plain': 'A table' })
  const tables = '*[_id == $draft][0].body[_type == "table"]{headerRow, "rows": rows[].cells}'
  const draft = 'drafts.legal-terms'
  const rows = [
    ['Plan', 'Fees', ''],
    ['', 'Local now', 'Online'],
    ['Basic', '5%', ''],
  ]
  await waitForQuery(content, tables, { draft }, [{ headerRow: true, rows }])
  const words = await content.fetch('*[_id == $id][0].body[].children[].text', { id: draft })
  expect(words).toContainEqual(expect.stringMatching(/^Before$/))
  expect(words).toContainEqual(expect.stringMatching(/^After/))

  await field(studio, 'body').getByText('Plan, Fees').dblclick()
  const grid = studio.getByTestId('table-input')
  await grid.getByRole('textbox', { name: 'Row 3, column 3' }).fill('7%')
  await grid.getByRole('button', { name: 'Remove row 2' }).click()
  await grid.getByRole('button', { name: 'Add column' }).click()
  const [columns, fees] = [
    ['Plan', 'Fees', ''],
    ['Basic', '5%', '7%'],
  ]
  const wider = [columns, fees].map((row) => [...row, ''])
  await waitForQuery(content, tables, { draft }, [{ headerRow: true, rows: wider }])
  await grid.getByRole('button', { name: 'Remove column 4' }).click()
  await waitForQuery(content, tables, { draft }, [{ headerRow: true, rows: [columns, fees] }])
  await studio.keyboard.press('Escape')
  await publish(studio, content, 'legal-terms')
  await expectPage(site, '/support/terms', '<td>Basic</td><td>5%</td><td>7%</td>')
})
