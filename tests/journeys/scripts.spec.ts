import type { Page, Route } from '@playwright/test'
import { expect, test, waitForFormScript, waitForIslands } from './site.ts'

/** Matches every script file. */
const scripts = '**/assets/*.js'

/** Delays every script file. @returns a function that lets them load */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Removes the console errors that match, because the test expects them. Returns their number. */
const removeExpected = (pageErrors: string[], pattern: RegExp) => {
  const expected = pageErrors.filter((text) => pattern.test(text))
  for (const text of expected) pageErrors.splice(pageErrors.indexOf(text), 1)
  return expected.length
}

const dialog = (page: Page) => page.getByRole('dialog')
const alert = (page: Page) => page.getByRole('alert')
const send = (page: Page) => page.locator('main form button[type=submit]').click()

test.describe('before any script file has loaded', () => {
  let release: () => void
  test.beforeEach(async ({ page }) => {
    release = await holdScripts(page)
  })
  test.afterEach(() => release())

  test('buttons open their panels', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'View Halvi Ecosystem Apps' }).click()
    await expect(page.locator('#apps').getByRole('link')).toHaveAttribute('href', '/index#apps')
    await page.getByRole('button', { name: 'Close the gallery' }).click()
    await page.getByRole('button', { name: 'Join the Movement' }).click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    const question = page.locator('details[name=faq-questions]').first()
    await question.locator('summary').click()
    await expect(question).toHaveAttribute('open', '')
    await expect(page.locator('[data-started]')).toHaveCount(0)
  })

  test('clicks on a button are repeated once its script has loaded', async ({ page }) => {
    await page.goto('/')
    const pause = (what: string) => page.getByRole('button', { name: `Pause the ${what}` })
    await pause('changing words').click()
    await pause('metrics').click()
    await pause('metrics').click()
    release()
    await expect(page.getByRole('button', { name: 'Resume the changing words' })).toBeVisible()
    await expect(pause('metrics')).toBeVisible()
    await pause('metrics').click()
    await expect(page.getByRole('button', { name: 'Resume the metrics' })).toBeVisible()
  })
})

const broken: Record<string, { answer: (route: Route) => Promise<void>; error: RegExp }> = {
  'fails to load': { answer: (route) => route.abort(), error: /Failed to/ },
  'is truncated': {
    answer: async (route) => {
      const response = await route.fetch()
      const whole = await response.text()
      await route.fulfill({ response, body: whole.slice(0, whole.length / 2) })
    },
    error: /SyntaxError|ReferenceError|Unexpected|Invalid/,
  },
}

for (const [problem, { answer, error }] of Object.entries(broken)) {
  test(`if a script ${problem}, the server-rendered page works`, async ({ page, pageErrors }) => {
    await page.route(scripts, answer)
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause the changing words' }).click()
    await expect(page.locator('.rotating-words [data-current]')).toHaveText('user')
    await expect(page.locator('.live-headlines [data-current]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Join the Movement' }).click()
    await expect(dialog(page)).toBeVisible()

    await page.goto('/waitlist')
    await page.locator('[name=name]').fill('Amina')
    await page.locator('[name=email]').fill(`a.${Date.now()}@example.com`)
    await page.locator('[name=interests]').first().check()
    await send(page)
    await expect(page).toHaveURL('/confirmation')
    expect(removeExpected(pageErrors, error)).toBeGreaterThan(0)
  })
}

test('an island that throws keeps its server-rendered HTML, and other islands run', async ({
  page,
  pageErrors,
}) => {
  await page.addInitScript(() => {
    // The list of words needs this API; the metrics do not.
    Object.defineProperty(Intl, 'ListFormat', { value: undefined })
  })
  await page.goto('/')
  await waitForIslands(page)
  await expect(page.locator('.rotating-list')).toContainText('content creator')
  await page.getByRole('button', { name: 'Pause the metrics' }).click()
  await expect(page.getByRole('button', { name: 'Resume the metrics' })).toBeVisible()
  expect(removeExpected(pageErrors, /ListFormat/)).toBeGreaterThan(0)
})

test.describe('a form', () => {
  const type = async (page: Page) => {
    await page.goto('/waitlist')
    await waitForFormScript(page)
    await page.locator('[name=name]').fill('Amina')
    await page.locator('[name=email]').fill(`a.${Date.now()}@example.com`)
    await page.locator('[name=interests]').first().check()
  }
  const expectValuesKept = async (page: Page) => {
    await expect(alert(page)).toHaveText('Something went wrong. Please try again.')
    await expect(alert(page)).toBeFocused()
    await expect(page.locator('[name=name]')).toHaveValue('Amina')
    await expect(page.locator('[name=interests]').first()).toBeChecked()
    await expect(page.locator('main form button[type=submit]')).toBeEnabled()
  }

  const answers: Record<string, (route: Route) => Promise<void>> = {
    'a page of another origin': (route) =>
      route.fulfill({ status: 303, headers: { Location: 'https://elsewhere.example/' } }),
    'no response': (route) => route.abort('internetdisconnected'),
    'a page of another site': (route) =>
      route.fulfill({ contentType: 'text/html', body: '<form id="waitlist">Pay here</form>' }),
  }
  const names = Object.keys(answers).join(', or ')
  test(`that gets ${names} keeps its values, shows an error, and can be sent again`, async ({
    page,
    pageErrors,
  }) => {
    await type(page)
    for (const answer of Object.values(answers)) {
      await page.route('**/waitlist', answer)
      await send(page)
      await expectValuesKept(page)
      expect(pageErrors.splice(0).length).toBeGreaterThan(0)
      await page.unroute('**/waitlist')
    }
    await send(page)
    await expect(page).toHaveURL('/confirmation')
  })

  test('is sent once if the button is pressed several times', async ({ page, endpoint }) => {
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    await type(page)
    const email = await page.locator('[name=email]').inputValue()
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('main form')
      for (let press = 0; press < 3; press += 1) form?.requestSubmit()
    })
    await expect(page).toHaveURL('/confirmation')
    expect(posts).toBe(1)
    expect(endpoint.from(email)).toHaveLength(1)
  })
})
