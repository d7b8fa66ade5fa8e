import { newService } from './service-page.ts'
import { waitForQuery } from './stored.ts'
import { expect, field, open, publishButton, test } from './studio.ts'
import { placeCaret } from './text-editor.ts'

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
