import type { Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { expectPage } from '../public-pages.ts'
import { addToRelease, typeInto, waitForDocument } from './stored.ts'
import { expect, goTo, newId, paragraph, test } from './studio.ts'

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
