import { expect, field, goTo, open, publishButton, test } from './studio.ts'

/** Selects the translation of the waitlist page, with its draft. */
const persian = '*[_type == "waitlistPage" && language == "fa"][0]'

test('an editor adds a language and translates a page, and sees when the original changes', async ({
  studio,
  content,
}) => {
  test.slow()
  const translation = () =>
    content.fetch<{ _id: string; title: string } | null>(persian, {}, { perspective: 'raw' })
  await content.patch('siteSettings').unset(['languages']).commit()

  await open(studio, 'siteSettings', 'siteSettings')
  await studio.getByRole('tab', { name: 'Languages' }).click()
  await studio.getByRole('button', { name: 'Add item' }).click()
  const dialog = studio.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Code/ }).fill('faq')
  const problem = dialog.getByTestId('input-validation-icon-error')
  await problem.first().hover()
  await expect(studio.getByText('There is already a page at /faq.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Code/ }).fill('fa')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('فارسی')
  await dialog.getByRole('radio', { name: 'Arabic' }).check()
  await studio.getByRole('button', { name: 'Close dialog' }).click()
  await publishButton(studio).click()
  await expect
    .poll(() => content.fetch('*[_id == "siteSettings"][0].languages[].code'))
    .toEqual(['fa'])

  await open(studio, 'waitlistPage', 'waitlistPage')
  await studio.getByRole('button', { name: 'Translations' }).click()
  await studio.getByRole('menuitem', { name: 'Create: Persian' }).click()
  await expect(studio).toHaveURL(/waitlistPage/)
  const original = studio.getByTestId('original-title')
  const english = await content.fetch<string>('*[_id == "waitlistPage"][0].title')
  await expect(original).toContainText(english)
  await expect(original).toContainText('not translated')
  const title = field(studio, 'title').getByTestId('string-input')
  await title.fill('به فهرست انتظار بپیوندید')
  await expect(title).toHaveCSS('direction', 'rtl')
  await expect(field(studio, 'intro').getByRole('textbox').first()).toHaveCSS('direction', 'rtl')
  await expect(original).not.toContainText('not translated')
  await expect(publishButton(studio)).toBeEnabled()
  await publishButton(studio).click()
  await expect.poll(async () => (await translation())?._id).not.toMatch(/^drafts/)

  await goTo(studio, '/studio/structure/translations;fa')
  const list = studio.getByTestId('translations')
  const row = list.getByRole('listitem').filter({ hasText: /^Waitlist/ })
  await expect(row).toContainText('Ready')
  // A changed text of the original makes the translation outdated, until it is changed back.
  await content
    .patch('waitlistPage')
    .set({ title: `${english}!` })
    .commit()
  await expect(row).toContainText('Outdated')
  await row.getByRole('button').click()
  await expect(original).toContainText('changed since this translation was published')
  await content.patch('waitlistPage').set({ title: english }).commit()
  await expect(original).not.toContainText('changed')
  await goTo(studio, '/studio/structure/translations;fa')
  await expect(row).toContainText('Ready')

  await row.getByRole('button').click()
  await studio.getByRole('button', { name: 'Translations' }).click()
  await studio.getByRole('menuitem', { name: 'English' }).click()
  await expect(studio.getByTestId('original-title')).toHaveCount(0)
  await expect(title).toHaveValue(english)
})
