import type { Browser, Page } from '@playwright/test'
import { administrator } from '../administrator.ts'
import { expectAccessible } from '../journeys/site.ts'
import { passwordOf } from './colleague.ts'
import { expectGone, openLead, pane, sendMessage } from './leads-tool.ts'
import { expectOverlay } from './overlay.ts'
import { collectErrors, dropExpected } from './page-errors.ts'
import { expect, field, goTo, newQuestion, test } from './studio.ts'

/** Opens a page in a new browser context, for another person. */
async function elsewhere(browser: Browser, baseURL: string, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  collectErrors(context, new URL(baseURL).hostname, complaints)
  return context.newPage()
}

const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'a password of hers' }

test('an administrator invites a viewer and removes them', async ({
  studio,
  browser,
  site,
  content,
  complaints,
}) => {
  const id = await newQuestion(content)
  await goTo(studio, '/studio/people')
  const tool = studio.getByTestId('people-tool')
  await expect(tool.getByText(administrator.email)).toBeVisible()
  await expectAccessible(studio, undefined, '[data-testid=people-tool]')

  await tool.getByLabel('Email to invite').fill(grace.email)
  await tool.getByRole('checkbox', { name: 'Editor' }).uncheck()
  await tool.getByRole('checkbox', { name: 'Viewer' }).check()
  const dialog = studio.getByRole('dialog', { name: 'Invitation link' })
  let link = ''
  const invite = tool.getByRole('button', { name: 'Invite', exact: true })
  await expectOverlay(studio, invite, 'dialog', async () => {
    await invite.press('Enter')
    const input = dialog.getByLabel(`Link for ${grace.email}`)
    await expect(input).toBeFocused()
    link = await input.inputValue()
  })
  await expect(tool.getByText(/^Invitation expires/)).toBeVisible()

  const hers = await elsewhere(browser, site.url, complaints)
  await hers.goto(link)
  await expect(hers.getByLabel('Email')).toHaveValue(grace.email)
  expect(hers.url()).not.toContain(link.split('=')[1] ?? '')
  await expectAccessible(hers)
  // Empty fields are not invalid before the first attempt.
  const wrong = hers.locator('input:invalid')
  await expect(wrong).toHaveCount(0)
  await hers.getByRole('button', { name: 'Join' }).click()
  await expect(wrong).toHaveCount(2)
  await hers.getByLabel('Your name').fill(grace.name)
  await hers.getByLabel('Password').fill(grace.password)
  await hers.getByRole('button', { name: 'Join' }).click()
  await expect(hers.getByTestId('home-tool')).toBeVisible()

  // She can view forms but not edit them.
  await goTo(hers, `/studio/intent/edit/id=${id};type=faqEntry/`)
  const input = field(hers, 'question').getByTestId('string-input')
  await expect(input).toHaveValue(/Is this a test/)
  await expect(input).not.toBeEditable()
  await expect(hers.getByRole('link', { name: 'People', exact: true })).toHaveCount(0)

  // The preview shows drafts to viewers, and ends when the account is removed.
  const page = await content.getDocument('faqPage')
  const drafted = `Drafted ${id}`
  await content.create({ ...page, _type: 'faqPage', _id: 'drafts.faqPage', intro: drafted })
  await goTo(hers, '/studio/presentation?preview=/support/faq')
  await expect(hers.frameLocator('iframe').getByText(drafted).first()).toBeVisible()
  const preview = async () => (await hers.request.get('/support/faq')).text()
  expect(await preview()).toContain(drafted)

  await goTo(studio, '/studio/structure')
  await goTo(studio, '/studio/people')
  const reset = tool.getByRole('button', { name: `Reset password for ${grace.name}` })
  await expectOverlay(studio, reset, 'dialog')
  const remove = tool.getByRole('button', { name: `Remove ${grace.name}` })
  await expectOverlay(studio, remove, 'dialog')
  await remove.press('Enter')
  await studio.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(tool.getByText(grace.name)).toHaveCount(0)
  await expect(tool.getByRole('list', { name: 'People with access' })).toBeFocused()
  await expect(hers.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  expect(await preview()).not.toContain(drafted)
  await hers.goto('about:blank')
  await hers.goto(link)
  await expect(hers.getByText('has already been used')).toBeVisible()
  await hers.context().close()
  await content.delete('drafts.faqPage')
  expect(dropExpected(complaints, /status of 410/)).toBe(1)
  // Her tab may reconnect its sockets and its preview once after the session has ended.
  dropExpected(complaints, /WebSocket connection error|status of 403 .*preview\/changes/)
})

test('a user who becomes a viewer sees no lead data anymore', async ({
  studio,
  invite,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const who = { role: 'author,leads', name: 'Hedy Kiesler' }
  const hers = await invite(who)
  await openLead(hers, email)
  await pane(hers).getByRole('textbox', { name: 'New note' }).fill('Half a note')

  await goTo(studio, '/studio/people')
  const tool = studio.getByTestId('people-tool')
  const asked = studio.getByRole('dialog')
  const toChange = tool.getByRole('button', { name: `Change roles of ${who.name}` })
  await toChange.click()
  const chosen = (name: string) => asked.getByRole('checkbox', { name })
  const button = asked.getByRole('button', { name: 'Change' })
  await expect(chosen('Leads')).toBeChecked()
  await expect(button).toBeDisabled()
  await chosen('Leads').uncheck()
  await chosen('Author').uncheck()
  await expect(button).toBeDisabled()
  await chosen('Viewer').check()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await toChange.click()
  await expect(chosen('Leads')).toBeChecked()
  for (const name of ['Leads', 'Author']) await chosen(name).uncheck()
  await chosen('Viewer').check()
  await expectAccessible(studio, undefined, '[role=dialog]')
  await button.click()
  await expect(asked).toHaveCount(0)
  await expect(tool.getByRole('listitem').filter({ hasText: who.name })).toContainText('Viewer')

  const dialog = hers.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await expectGone(hers, email)
  await dialog.getByLabel('Password').fill(passwordOf(who.role))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  const changed = hers.getByRole('dialog', { name: 'Your role has changed' })
  await changed.getByRole('button', { name: 'Reload' }).click()
  await expect(hers.getByRole('link', { name: 'Your account', exact: true })).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Leads', exact: true })).toHaveCount(0)
  await expectGone(hers, email)
  await hers.context().close()
  // Her tab may reconnect its sockets once after the session has ended. Until it is loaded again, it asks for leads.
  dropExpected(complaints, /WebSocket connection error|status of 403 .*\/staff\/v1\//)
})

test('users manage their account on a phone, in the dark scheme, and by keyboard', async ({
  invite,
  browser,
  site,
  complaints,
}) => {
  // A separate user, because this test ends all her other sessions.
  const ada = { role: 'administrator', name: 'Ada Lovelace', email: 'ada@example.com' }
  const studio = await invite(ada)
  const other = await elsewhere(browser, site.url, complaints)
  const theirs = { email: ada.email, password: passwordOf(ada.role) }
  expect((await other.request.post('/v1/auth/login', { data: theirs })).ok()).toBe(true)
  await studio.setViewportSize({ width: 390, height: 844 })
  await studio.emulateMedia({ colorScheme: 'dark' })
  await studio.goto('/studio/account')
  const tool = studio.getByTestId('account-tool')
  const others = tool.getByRole('button', { name: 'Sign out everywhere else' })
  await expect(others).toBeVisible()
  await expectAccessible(studio, undefined, '[data-testid=account-tool]')
  expect(await tool.evaluate((element) => element.scrollWidth)).toBe(390)

  // Empty fields are not invalid before the first attempt.
  const wrong = tool.locator('input:invalid')
  await expect(wrong).toHaveCount(0)
  await tool.getByRole('button', { name: 'Change password' }).press('Enter')
  await expect(wrong).toHaveCount(2)
  await tool.getByLabel('Current password').focus()
  await studio.keyboard.type('not the password')
  await studio.keyboard.press('Tab')
  await studio.keyboard.type('a new password of mine')
  await studio.keyboard.press('Enter')
  await expect(tool.getByRole('alert')).toContainText('current password is wrong')
  expect(dropExpected(complaints, /status of 403/)).toBe(1)

  await others.press('Enter')
  await expect(tool.getByRole('listitem')).toHaveCount(1)
  await expect(tool.getByText('This browser')).toBeVisible()
  expect((await other.request.get('/v1/users/me')).status()).toBe(401)
  await other.context().close()

  await goTo(studio, '/studio/people')
  const people = studio.getByTestId('people-tool')
  await expect(people.getByText(administrator.email)).toBeVisible()
  await expectAccessible(studio, undefined, '[data-testid=people-tool]')
  expect(await people.evaluate((element) => element.scrollWidth)).toBe(390)
})
