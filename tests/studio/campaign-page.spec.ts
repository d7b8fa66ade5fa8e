import type { Locator, Page } from '@playwright/test'
import { expectPage } from '../public-pages.ts'
import { publish, waitForSaved } from './stored.ts'
import { expect, field, goTo, newId, open, openId, runAction, test } from './studio.ts'

/** Adds a section to the open page. Returns the dialog with its fields. */
async function addSection(page: Page, name: string): Promise<Locator> {
  await field(page, 'sections')
    .getByRole('button', { name: /^Add item/ })
    .click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

async function close(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /close/i }).first().click()
  await expect(dialog).toHaveCount(0)
}

test('an editor builds a campaign page, publishes, copies, and links it', async ({
  studio,
  content,
  site,
}) => {
  const title = newId('Campaign')
  const slug = `campaigns/${title.toLowerCase()}`
  await goTo(studio, '/studio/structure/pages;page')
  await expect(studio.getByTestId('document-list-pane')).toBeVisible()
  await studio.getByTestId('action-intent-button').last().click()
  await field(studio, 'title').getByTestId('string-input').fill(title)
  await field(studio, 'slug').getByRole('textbox').fill(slug)

  const hero = await addSection(studio, 'Hero')
  await hero.getByTestId('string-input').first().fill(`Hero of ${title}`)
  await close(hero)
  const text = await addSection(studio, 'Text')
  await text.getByRole('textbox').last().click()
  await studio.keyboard.type('The first words of a text.')
  await close(text)
  // A section without a heading is listed by its first words.
  await expect(field(studio, 'sections').getByText('The first words of a text.')).toBeVisible()
  await close(await addSection(studio, 'Commission table'))
  const join = await addSection(studio, 'Call to action')
  await join.getByTestId('string-input').first().fill(`Join ${title}`)
  await join.getByRole('textbox').nth(1).click()
  await studio.keyboard.type('Get your first order free.')
  await close(join)

  const items = field(studio, 'sections').getByTestId('array-item-menu-button')
  await items.nth(1).click()
  await studio.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(items).toHaveCount(5)
  // The copy opens.
  await close(studio.getByRole('dialog'))
  await field(studio, 'sections').getByText('Commission table').first().click()
  const commissions = studio.getByRole('dialog')
  await commissions.getByText('Hide this section').click()
  await close(commissions)
  await expect(field(studio, 'sections').getByText('Hidden')).toBeVisible()

  const id = openId(studio)
  await waitForSaved(studio, content, `drafts.${id}`)
  await publish(studio, content, id)
  const html = await expectPage(site, `/${slug}`, `Hero of ${title}`)
  expect(html.split('The first words of a text.').length).toBeGreaterThan(2)
  expect(html).toContain(`Join ${title}`)
  expect(html).not.toContain('aria-label="Commissions"')

  await open(studio, 'page', id)
  await runAction(studio, /^Duplicate/, { confirm: false })
  const copy = `${title} (copy)`
  await expect(field(studio, 'title').getByTestId('string-input')).toHaveValue(copy)
  const { slug: other } = await publish(studio, content, openId(studio))
  expect(other.current).toMatch(new RegExp(`^${slug}-copy-`))
  await expectPage(site, `/${other.current}`, `Hero of ${title}`)

  await goTo(studio, '/studio/structure')
  await content.delete({ query: '*[_type == "page" && title match $title]', params: { title } })
})
