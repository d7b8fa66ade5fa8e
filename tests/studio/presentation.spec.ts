import type { SanityClient } from '@sanity/client'
import { expectPage } from '../public-pages.ts'
import { collectErrors, dropExpected } from './page-errors.ts'
import { clickUntilOpen } from './preview.ts'
import { publish, typeInto } from './stored.ts'
import { expect, field, goTo, newId, open, paragraph, runAction, test } from './studio.ts'

const page = '/support/help'

/** Creates a published Help Center article for one test. */
async function newArticle(content: SanityClient): Promise<{ id: string; title: string }> {
  const id = newId('article-test')
  const title = `Article ${id}`
  await content.create({
    _id: id,
    _type: 'helpArticle',
    title,
    slug: { _type: 'slug', current: id },
    topic: 'businesses',
    order: 99,
    summary: 'A summary.',
    body: [paragraph('A text.')],
  })
  return { id, title }
}

test('a text clicked in the preview opens its field, shows edits, and can be published', async ({
  studio,
  content,
  site,
}) => {
  const { id, title } = await newArticle(content)
  const visitorSees = async (words: string) =>
    (await (await fetch(site.url + page)).text()).includes(words)

  await studio.setViewportSize({ width: 1600, height: 900 })
  await goTo(studio, `/studio/presentation?preview=${page}`)
  const frame = studio.frameLocator('iframe')
  const heading = frame.locator(`#${id} h3`)
  await expect(heading).toContainText(title)
  // The page's main document is open next to the preview.
  await expect(field(studio, 'searchLabel')).toBeVisible()

  const input = field(studio, 'title').getByTestId('string-input')
  await clickUntilOpen(heading, input, title)
  expect(studio.url()).toContain(`/helpArticle/${id}/title`)

  const words = `Changed ${id}`
  await typeInto(studio, content, `drafts.${id}`, 'title', words)
  await expect(heading).toContainText(words)
  expect(await visitorSees(words)).toBe(false)
  expect(await visitorSees(title)).toBe(true)

  await publish(studio, content, id)
  await expectPage(site, page, words)
  await content.delete(id)
})

test('a shared link shows drafts to people without an account, until they leave the preview', async ({
  studio,
  content,
  browser,
  site,
}) => {
  const { id } = await newArticle(content)
  const draft = { ...(await content.getDocument(id)), _type: 'helpArticle', _id: `drafts.${id}` }
  await content.create({ ...draft, title: `Shared ${id}` })
  await open(studio, 'helpArticle', id)
  await runAction(studio, /^Share preview/, { confirm: false })
  const input = studio.getByLabel('Preview link')
  const link = await input.inputValue()
  // Simulates a browser without clipboard, as on plain http.
  await studio.evaluate(
    "void Object.defineProperty(navigator, 'clipboard', { configurable: true })",
  )
  await studio.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(input).toBeFocused()
  expect(await studio.evaluate('getSelection().toString()')).toBe(link)
  await expect(studio.getByText('copy it manually')).toBeVisible()
  await studio.evaluate('delete navigator.clipboard')
  // Another link is revoked. The first link still works.
  const { url } = await studio.evaluate(async () =>
    (await fetch('/preview/share?sanity-preview-pathname=/index', { method: 'POST' })).json(),
  )
  await studio.keyboard.press('Escape')
  await runAction(studio, /^Share preview/, { confirm: false })
  await studio.getByRole('button', { name: /^Revoke the link to \/index/ }).click()
  await expect(studio.getByRole('button', { name: /^Revoke the link to \/index/ })).toBeHidden()
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(410)

  const context = await browser.newContext()
  const complaints = collectErrors(context, new URL(site.url).hostname)
  const reader = await context.newPage()
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  // One failed request, as during a restart of the site.
  await reader.route('**/preview/changes', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const connected = reader.waitForResponse(
    (response) => response.url().endsWith('/preview/changes') && response.ok(),
  )
  await reader.goto(link)
  await expect(reader).toHaveURL(`${site.url}${page}#${id}`)
  const heading = reader.locator(`#${id} h3`)
  await expect(heading).toHaveText(`Shared ${id}`)

  // Further edits appear automatically.
  await connected
  const typed = { title: `Typed on ${id}` }
  await content.patch(`drafts.${id}`).set(typed).commit()
  await expect(heading).toHaveText(typed.title)
  await expect(reader.locator('sanity-visual-editing')).not.toBeAttached()
  expect(asked.filter((url) => /visual-?editing/i.test(url))).toEqual([])

  // The whole page works in the preview, including its islands.
  await reader.goto(site.url)
  const word = reader.locator('.rotating-words [data-current]')
  const first = await word.textContent()
  await expect(word).not.toHaveText(first ?? '')
  await reader.getByRole('button', { name: 'Pause the changing words' }).click()
  await expect(reader.getByRole('button', { name: 'Resume the changing words' })).toBeVisible()
  await expect(reader.locator('[data-island]')).toHaveCount(0)
  await reader.getByRole('button', { name: 'Join the Movement' }).click()
  await expect(reader.getByRole('dialog')).toBeVisible()
  await reader.goto(`${site.url}/waitlist`)
  await reader.locator('[name=name]').fill('Amina')
  expect(dropExpected(complaints, /status of 503/)).toBe(1)
  expect(complaints).toEqual([])
  await reader.goto(`${site.url}${page}`)

  await reader.getByRole('button', { name: 'Leave preview' }).click()
  await expect(heading).toHaveText(`Article ${id}`)
  await expect(reader.getByRole('button', { name: 'Leave preview' })).toBeHidden()
  await context.close()
  await content.delete({ query: '*[_id in $ids]', params: { ids: [id, `drafts.${id}`] } })
})
