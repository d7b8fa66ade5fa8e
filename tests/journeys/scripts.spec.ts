import type { Page, Route } from '@playwright/test'
import { expect, expectStatusComplaint, formReady, started, test } from './site.ts'

/** Every file of script, however it is called. */
const scripts = '**/assets/*.js'

/** Has every file of script wait. @returns has them come */
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

/** What came of the files of script is told in the console, and is expected. */
const forget = (complaints: string[], pattern: RegExp) => {
  const expected = complaints.filter((text) => pattern.test(text))
  for (const text of expected) complaints.splice(complaints.indexOf(text), 1)
  return expected.length
}

const dialog = (page: Page) => page.getByRole('dialog')
const alert = (page: Page) => page.getByRole('alert')
const send = (page: Page) => page.locator('main form button[type=submit]').click()

test.describe('before any file of script has come', () => {
  let release: () => void
  test.beforeEach(async ({ page }) => {
    release = await holdScripts(page)
  })
  test.afterEach(() => release())

  test('what is pressed opens', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'View Halvi Ecosystem Apps' }).click()
    await expect(page.locator('#apps figure')).toHaveCount(29)
    await page.getByRole('button', { name: 'Close the gallery' }).click()
    await page.getByRole('button', { name: 'Join the Movement' }).click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    const question = page.locator('details[name=landing-faq]').first()
    await question.locator('summary').click()
    await expect(question).toHaveAttribute('open', '')
    await expect(page.locator('[data-started]')).toHaveCount(0)
  })

  test('a press that needs one counts once it is there, as often as it was made', async ({
    page,
  }) => {
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

  test('the link is copied once it can be', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/confirmation')
    await page.getByRole('button', { name: 'Share' }).click()
    release()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  })

  test('a form is sent as without script, and nothing typed is lost', async ({
    page,
    complaints,
  }) => {
    await page.goto('/waitlist')
    await page.locator('[name=custom_interest]').fill('Tailoring')
    await send(page)
    await expect(alert(page)).toBeVisible()
    await expect(page.locator('[name=custom_interest]')).toHaveValue('Tailoring')
    expectStatusComplaint(complaints, 400)
  })
})

const broken: Record<string, { answer: (route: Route) => Promise<void>; complaint: RegExp }> = {
  'never comes': { answer: (route) => route.abort(), complaint: /Failed to/ },
  'comes half': {
    answer: async (route) => {
      const response = await route.fetch()
      const whole = await response.text()
      await route.fulfill({ response, body: whole.slice(0, whole.length / 2) })
    },
    complaint: /SyntaxError|Unexpected|Invalid/,
  },
  'is of another build': {
    answer: (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }),
    complaint: /404|Failed to|MIME/,
  },
}

for (const [what, { answer, complaint }] of Object.entries(broken)) {
  test(`where script ${what}, all is there that the server made`, async ({ page, complaints }) => {
    await page.route(scripts, answer)
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause the changing words' }).click()
    await expect.poll(() => complaints.length).toBeGreaterThan(0)
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
    expect(forget(complaints, complaint)).toBeGreaterThan(0)
  })
}

test('an island that throws leaves what the server made, and the others run', async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    // The words that are listed need it; the figures do not.
    Object.defineProperty(Intl, 'ListFormat', { value: undefined })
  })
  await page.goto('/')
  await started(page)
  await expect(page.locator('.rotating-list')).toContainText('content creator')
  await page.getByRole('button', { name: 'Pause the metrics' }).click()
  await expect(page.getByRole('button', { name: 'Resume the metrics' })).toBeVisible()
  expect(forget(complaints, /ListFormat/)).toBeGreaterThan(0)
})

test('storage that is refused is not needed', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('no', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Pause the changing words' }).click()
  await expect(page.getByRole('button', { name: 'Resume the changing words' })).toBeVisible()
})

test('a browser without invoker commands or closedby does the same', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['command', 'commandForElement']) {
      Reflect.deleteProperty(HTMLButtonElement.prototype, name)
    }
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy')
    // What this browser knows by itself it shall not do twice: a command of one's own does nothing.
    addEventListener('command', (event) => event.preventDefault(), true)
    addEventListener('DOMContentLoaded', () =>
      document.querySelector('dialog')?.removeAttribute('closedby'),
    )
  })
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Join the Movement' })
  await opener.click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await opener.click()
  await page.mouse.click(5, 400)
  await expect(dialog(page)).toBeHidden()
})

test('a browser without dialogs leads to the waitlist instead', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'HTMLDialogElement')
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement')
    addEventListener('command', (event) => event.preventDefault(), true)
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Join the Movement' }).click()
  await expect(page).toHaveURL(/\/waitlist(\?|$)/)
})

test('a browser without :has() asks for the type of business at once', async ({ page }) => {
  await page.route('**/onboarding', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(':has(', ':hasnt(')
    const headers = response.headers()
    delete headers['content-security-policy']
    await route.fulfill({ response, headers, body })
  })
  await page.goto('/onboarding')
  await expect(page.locator('[name=custom_business_type]')).toBeVisible()
})

test.describe('a form', () => {
  const type = async (page: Page) => {
    await page.goto('/waitlist')
    await formReady(page)
    await page.locator('[name=name]').fill('Amina')
    await page.locator('[name=email]').fill(`a.${Date.now()}@example.com`)
    await page.locator('[name=interests]').first().check()
  }
  const expectKept = async (page: Page) => {
    await expect(alert(page)).toHaveText('Something went wrong. Please try again.')
    await expect(alert(page)).toBeFocused()
    await expect(page.locator('[name=name]')).toHaveValue('Amina')
    await expect(page.locator('[name=interests]').first()).toBeChecked()
    await expect(page.locator('main form button[type=submit]')).toBeEnabled()
  }

  const answers: Record<string, (route: Route) => Promise<void>> = {
    'a page of another origin': (route) =>
      route.fulfill({ status: 303, headers: { Location: 'https://elsewhere.example/' } }),
    JSON: (route) => route.fulfill({ json: { ok: true } }),
    nothing: (route) => route.fulfill({ status: 200, body: '' }),
    'no answer': (route) => route.abort('internetdisconnected'),
    'a page that is not ours': (route) =>
      route.fulfill({ contentType: 'text/html', body: '<form id="waitlist">Pay here</form>' }),
  }
  for (const [what, answer] of Object.entries(answers)) {
    test(`that gets ${what} keeps everything, says so, and can be sent again`, async ({
      page,
      complaints,
    }) => {
      await type(page)
      await page.route('**/waitlist', answer)
      await send(page)
      await expectKept(page)
      expect(complaints.splice(0).length).toBeGreaterThan(0)
      await page.unroute('**/waitlist')
      await send(page)
      await expect(page).toHaveURL('/confirmation')
    })
  }

  test('is sent once, however often it is pressed', async ({ page, endpoint }) => {
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

  test('has what was typed when a visitor who left comes Back', async ({ page }) => {
    await type(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page).toHaveURL('/support/privacy')
    await page.goBack()
    await expect(page.locator('[name=name]')).toHaveValue('Amina')
    await expect(page.locator('[name=interests]').first()).toBeChecked()
    await page.goForward()
    await expect(page).toHaveURL('/support/privacy')
  })

  test('in two tabs makes one lead of the same words', async ({ page, context, endpoint }) => {
    await type(page)
    const email = await page.locator('[name=email]').inputValue()
    const other = await context.newPage()
    await type(other)
    await other.locator('[name=email]').fill(email)
    await Promise.all([send(page), send(other)])
    await expect(page).toHaveURL('/confirmation')
    await expect(other).toHaveURL('/confirmation')
    const keys = endpoint.from(email).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })
})
