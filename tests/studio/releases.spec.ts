import type { Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { expectPage } from '../public-pages.ts'
import { addToRelease, publish, typeInto, waitForDocument, waitForNoDocument } from './stored.ts'
import {
  expect,
  field,
  goTo,
  newId,
  newQuestion,
  open,
  paragraph,
  publishButton,
  runAction,
  test,
} from './studio.ts'

/** Returns a time that the date fields of the Studio accept, with the time of the browser. */
const timeIn = (page: Page, milliseconds: number) =>
  page.evaluate((time) => {
    const date = new Date(time)
    const day = date.toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    })
    return `${day} ${date.toTimeString().slice(0, 5)}`
  }, Date.now() + milliseconds)

/** Schedules a release with the content API, in seconds. The Studio's dialog has only minutes. */
const scheduleSoon = (content: SanityClient, releaseId: string, seconds: number) =>
  content.action({
    actionType: 'sanity.action.release.schedule',
    releaseId,
    publishAt: new Date(Date.now() + seconds * 1000).toISOString(),
  })

/** Creates a release with a new version of a question. Returns its name. */
async function newRelease(content: SanityClient, id: string, title: string, question: string) {
  const releaseId = newId('r').replace('-', '')
  await content.action({
    actionType: 'sanity.action.release.create',
    releaseId,
    metadata: { title, releaseType: 'scheduled' },
  })
  const document = { ...(await content.getDocument(id)), _type: 'faqEntry', question }
  await content.action({
    actionType: 'sanity.action.document.version.create',
    publishedId: id,
    document: { ...document, _id: `versions.${releaseId}.${id}` },
  })
  return releaseId
}

test('a release is written and scheduled in the Studio, and visitors see it at its time', async ({
  studio,
  content,
  site,
}) => {
  const id = newId('article-test')
  await content.create({
    ...{ _id: id, _type: 'helpArticle', title: `Article ${id}`, topic: 'businesses', order: 99 },
    ...{
      slug: { _type: 'slug', current: id },
      summary: 'A summary.',
      body: [paragraph('A text.')],
    },
  })
  const words = `Released ${id}`

  await goTo(studio, '/studio/releases')
  await studio.getByRole('button', { name: 'New release' }).first().click()
  const dialog = studio.getByRole('dialog')
  await dialog.getByPlaceholder('Untitled release').fill(`Release ${id}`)
  await dialog.getByRole('button', { name: 'Create release' }).click()
  await expect(studio).toHaveURL(/perspective=/)
  const release = String(new URL(studio.url()).searchParams.get('perspective'))
  await goTo(studio, `/studio/intent/edit/id=${id};type=helpArticle/?perspective=${release}`)
  await addToRelease(studio, content, release, id)
  await typeInto(studio, content, `versions.${release}.${id}`, 'title', words)

  await goTo(studio, `/studio/releases/${release}`)
  await studio.getByTestId('release-menu-button').click()
  await studio.getByRole('menuitem', { name: /^Schedule release/ }).click()
  await studio.getByTestId('date-input').fill(await timeIn(studio, 86_400_000))
  await studio.getByTestId('date-input').press('Tab')
  await studio.getByTestId('confirm-button').click()
  await studio.getByRole('button', { name: 'Unschedule release' }).click()
  await studio.getByTestId('confirm-button').click()
  await expect(studio.getByRole('button', { name: /^Schedule release/ })).toBeVisible()
  expect(await expectPage(site, '/support/help', `Article ${id}`)).not.toContain(words)

  await scheduleSoon(content, release, 2)
  await waitForDocument(content, id, { title: words })
  await expectPage(site, '/support/help', words)
  await goTo(studio, '/studio/structure')
  await content.delete(id)
})

test('a release that fails at its time is shown with the reason', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const title = newId('Failed')
  const release = await newRelease(content, id, title, 'Replaced?')
  await scheduleSoon(content, release, 1)
  await content.patch(id).set({ question: 'Changed meanwhile?' }).commit()

  await goTo(studio, '/studio/home')
  const row = studio.getByTestId('home-tool').getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Not published')
  await expect(row).toContainText('“Replaced?” was published after the release was scheduled')
  await row.getByRole('link').click()
  await expect(studio.getByText('Not published at its time').first()).toBeVisible()
  await studio.getByText('Error details').click()
  await expect(studio.getByText('was published after the release was scheduled')).toBeVisible()
  expect(await content.fetch('*[_id == $id][0].question', { id })).toBe('Changed meanwhile?')
  await goTo(studio, '/studio/structure')
  await content.action({ actionType: 'sanity.action.release.archive', releaseId: release })
  await content.delete(id)
})

/** Enters a time in the open dialog and schedules the draft. */
async function scheduleForTomorrow(studio: Page): Promise<void> {
  const dialog = studio.getByRole('dialog')
  await dialog.getByTestId('date-input').fill(await timeIn(studio, 86_400_000))
  await dialog.getByTestId('date-input').press('Tab')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(studio.getByText(/^Scheduled to be published/)).toBeVisible()
}

test('a document is a draft again after its schedule is deleted', async ({
  ownStudio: studio,
  content,
}) => {
  const id = await newQuestion(content)
  await content.create({
    ...(await content.getDocument(id)),
    _id: `drafts.${id}`,
    _type: 'faqEntry',
  })
  const input = field(studio, 'question').getByTestId('string-input')
  for (const [words, state] of [
    ['Scheduled?', 'scheduled'],
    ['Paused?', 'active'],
  ] as const) {
    await open(studio, 'faqEntry', id)
    await typeInto(studio, content, `drafts.${id}`, 'question', `${words} ${id}`)
    await runAction(studio, /^Schedule publish/, { confirm: false })
    await scheduleForTomorrow(studio)
    await expect(input).not.toBeEditable()
    const url = studio.url()
    const name = /scheduledDraft=(\w+)/.exec(decodeURIComponent(url))?.[1]
    if (state === 'active') {
      const unschedule = 'sanity.action.release.unschedule'
      await content.action({ actionType: unschedule, releaseId: String(name) })
      // The form shows the change, which closes menus and dialogs.
      await expect(studio.getByText(/^Schedule paused/)).toBeVisible()
    }
    await runAction(studio, /^Delete schedule/)
    await waitForNoDocument(content, `_.releases.${name}`)
    await expect(input).toBeEditable()
    await expect(publishButton(studio)).toBeEnabled()
    // Also if someone else deleted the schedule that a link names.
    await studio.goto(url)
    await expect(input).toBeEditable()
    await expect(publishButton(studio)).toBeEnabled()
    await expect(input).toHaveValue(`${words} ${id}`)
  }
  expect(await publish(studio, content, id)).toMatchObject({ question: `Paused? ${id}` })
  await content.delete(id)
})
