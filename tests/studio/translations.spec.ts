import { expectPage } from '../public-pages.ts'
import { addToRelease, publish, typeInto, waitForDocument } from './stored.ts'
import { expect, field, goTo, newId, open, test } from './studio.ts'

/** Selects the translation of the waitlist page, with its draft. */
const persian = '*[_type == "waitlistPage" && language == "fa"][0]'

// At night, because once no warning came for a minute: Sanity's validation waits for idle time of the page, without a
// limit.
test('an editor adds a language and translates a page, and sees when the original changes @nightly', async ({
  studio,
  content,
}) => {
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
  await waitForDocument(content, 'drafts.siteSettings', {
    languages: [{ code: 'fa', name: 'فارسی', letters: 'arabic' }],
  })
  await publish(studio, content, 'siteSettings')

  await open(studio, 'waitlistPage', 'waitlistPage')
  await studio.getByRole('button', { name: 'Translations' }).click()
  await studio.getByRole('menuitem', { name: 'Create: Persian' }).click()
  await expect(studio).toHaveURL(/waitlistPage/)
  const original = studio.getByTestId('original-title')
  const english = await content.fetch<string>('*[_id == "waitlistPage"][0].title')
  await expect(original).toContainText(english)
  await expect(original).toContainText('not translated')
  const warning = field(studio, 'title').getByTestId('input-validation-icon-warning')
  await expect(warning).toBeVisible()
  const title = field(studio, 'title').getByTestId('string-input')
  const { _id } = await content.fetch(persian, {}, { perspective: 'raw' })
  await typeInto(studio, content, _id, 'title', 'به فهرست انتظار بپیوندید')
  await expect(title).toHaveCSS('direction', 'rtl')
  await expect(field(studio, 'intro').getByRole('textbox').first()).toHaveCSS('direction', 'rtl')
  await expect(original).not.toContainText('not translated')
  await expect(warning).toHaveCount(0)
  await publish(studio, content, _id.replace('drafts.', ''))

  await goTo(studio, '/studio/structure/translations;fa')
  const list = studio.getByTestId('translations')
  const row = (state: string) =>
    list
      .getByTestId(state)
      .getByRole('listitem')
      .filter({ hasText: /^Waitlist/ })
  await expect(row('partial')).toContainText(/\d of \d+ texts are in English/)
  // A changed text of the original makes the translation outdated, until it is changed back.
  const change = (title: string) => content.patch('waitlistPage').set({ title }).commit()
  await change(`${english}!`)
  await row('outdated').getByRole('button', { name: 'Open' }).click()
  await expect(original).toContainText('changed since this translation was published')
  await expect(warning).toBeVisible()
  await change(english)
  await expect(original).not.toContainText('changed')
  await goTo(studio, '/studio/structure/translations;fa')
  await expect(row('partial')).toBeVisible()
  await change(`${english}?`)
  await row('outdated').getByRole('button', { name: 'Mark as up to date' }).click()
  await expect(row('partial')).not.toContainText('unpublished')
  await row('partial').getByRole('button', { name: 'Open' }).click()
  await expect(original).toContainText(`${english}?`)
  await expect(original).not.toContainText('changed')
  await change(english)

  await studio.getByRole('button', { name: 'Translations' }).click()
  await studio.getByRole('menuitem', { name: 'English' }).click()
  await expect(studio.getByTestId('original-title')).toHaveCount(0)
  await expect(title).toHaveValue(english)
})

test('an original and its translations are published in one release', async ({
  studio,
  content,
  site,
}) => {
  const language = (code: string) => ({ _key: code, _type: 'siteLanguage', code, name: code })
  const languages = ['es', 'ur'].map((code) => ({ ...language(code), letters: 'latin' }))
  await content.patch('siteSettings').set({ languages }).commit()
  const release = newId('r').replace('-', '')
  await content.action({
    ...{ actionType: 'sanity.action.release.create', releaseId: release },
    metadata: { title: 'A campaign', releaseType: 'asap' },
  })
  const titles = { en: newId('English'), es: newId('Spanish'), ur: newId('Urdu') }
  const write = (id: string, text: string) =>
    typeInto(studio, content, `versions.${release}.${id}`, 'title', text)
  const choose = async (name: string) => {
    await studio.getByRole('button', { name: 'Translations' }).click()
    await studio.getByRole('menuitem', { name, exact: true }).click()
  }

  const form = '/studio/intent/edit/id=contactPage;type=contactPage/'
  await goTo(studio, `${form}?perspective=${release}`)
  await addToRelease(studio, content, release, 'contactPage')
  await write('contactPage', titles.en)
  const original = studio.getByTestId('original-title')
  await choose('Spanish')
  await addToRelease(studio, content, release, 'contactPage-es')
  await expect(original).toContainText(titles.en)
  await write('contactPage-es', titles.es)
  await choose('English')
  await expect(original).toHaveCount(0)
  await choose('Create: Urdu')
  await expect(original).toContainText(titles.en)
  await write('contactPage-ur', titles.ur)

  // A translation that is only in the release opens there.
  await goTo(studio, '/studio/structure')
  await open(studio, 'contactPage', 'contactPage')
  await expect(studio).not.toHaveURL(/perspective/)
  await choose('Urdu')
  await expect(studio).toHaveURL(new RegExp(`perspective=${release}`))
  await expect(field(studio, 'title').getByTestId('string-input')).toHaveValue(titles.ur)
  const ofUrdu = '*[_type == "contactPage" && language == "ur"]._id'
  expect(await content.fetch(ofUrdu, {}, { perspective: 'raw' })).toHaveLength(1)

  await goTo(studio, `/studio/releases/${release}`)
  await studio.getByTestId('publish-all-button').click()
  await studio.getByTestId('confirm-button').click()
  await expectPage(site, '/support/contact', titles.en)
  await expectPage(site, '/es/support/contact', titles.es)
  await expectPage(site, '/ur/support/contact', titles.ur)

  await goTo(studio, '/studio/structure/translations;es')
  const ready = studio.getByTestId('translations').getByTestId('ready').getByRole('listitem')
  await expect(ready.filter({ hasText: /^Contact/ })).toBeVisible()
  // All languages share facts, so a changed fact leaves no translation outdated.
  await content.patch('branch-local').set({ 'commission.high': 21 }).commit()
  await expect(ready.filter({ hasText: /^Local/ })).toBeVisible()
  await expect(studio.getByTestId('outdated')).toHaveCount(0)
})
