import { expect, test } from '@playwright/test'
import { type RunningSite, startSite } from '../running-site.ts'

const projectId = 'a1b2c3d4'
const api = `https://${projectId}.api.sanity.io`

test.describe('the Studio of a hosted project', () => {
  let site: RunningSite
  test.beforeAll(async () => {
    site = await startSite({ SANITY_PROJECT_ID: projectId })
  })
  test.afterAll(() => site.remove())

  test("shows Sanity's login and sends requests only to Sanity's hosts", async ({ page }) => {
    const errors: string[] = []
    const hosts = new Set<string>()
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/i.test(message.text())) errors.push(message.text())
    })
    // The responses of the hosted API to a user who is not signed in.
    await page.route(/^https:/, (route) => {
      const { hostname, pathname } = new URL(route.request().url())
      hosts.add(hostname)
      const headers = {
        'access-control-allow-origin': site.url,
        'access-control-allow-credentials': 'true',
      }
      const provider = { name: 'github', title: 'GitHub', url: `${api}/v1/auth/login/github` }
      if (pathname.endsWith('/auth/providers')) {
        return route.fulfill({ headers, json: { providers: [provider] } })
      }
      const message = 'Unauthorized - Session not found'
      return route.fulfill({ status: 401, headers, json: { statusCode: 401, message } })
    })

    await page.goto(`${site.url}/studio`)
    const github = page.getByRole('link', { name: 'GitHub' })
    await expect(github).toBeVisible()
    expect(await github.getAttribute('href')).toContain(`${api}/v1/auth/login/github`)
    await expect(page.getByLabel('Password')).toHaveCount(0)
    expect([...hosts]).toContain(`${projectId}.api.sanity.io`)
    for (const host of hosts) expect(host).toMatch(/(^|\.)sanity(-cdn)?\.(io|com)$/)
    expect(errors).toEqual([])
  })
})
