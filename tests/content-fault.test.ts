import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { asShipped, type RunningSite, startSite } from './running-site.ts'
import { contentOf } from './site-content.ts'

let site: RunningSite | undefined
afterEach(() => site?.remove())

const path = '/support/terms'
const soon = { timeout: 20_000, interval: 50 }

it('a page omits a value of an unexpected type', async () => {
  site = await startSite()
  const terms = '*[_type == "legalPage" && slug.current == "terms"][0]{_id, intro}'
  const before = await contentOf(site).fetch(terms)
  const write = (intro: unknown) =>
    contentOf(site as RunningSite)
      .patch(before._id)
      .set({ intro })
      .commit()
  await write({ _type: 'wrong', value: 1 })

  // The site starts without cached pages and renders the page at the start.
  await site.stop()
  await rm(join(site.dataDir, 'pages'), { recursive: true, force: true })
  site = await startSite({ DATA_DIR: site.dataDir, LOG_LEVEL: 'debug', ...asShipped })
  const { url, lines, process: child } = site
  const isMade = (line: string) =>
    line.includes('page rendered') && line.includes(`"path":"${path}"`)
  await vi.waitFor(() => expect(lines.find(isMade)).toContain('"status":200'), soon)

  const response = await fetch(url + path)
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain('wrong')
  expect((await fetch(`${url}/support/privacy`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const fields = { name: 'A', email: 'a@example.com', subject: 'Hours', message: 'When?' }
  const body = new URLSearchParams(fields)
  const sent = await fetch(`${url}/support/contact`, { method: 'POST', body, redirect: 'manual' })
  expect(sent.status).toBe(303)
  expect(child.exitCode).toBeNull()

  await write(before.intro)
  const [{ text }] = before.intro[0]?.children ?? [{ text: before.intro }]
  await vi.waitFor(async () => expect(await (await fetch(url + path)).text()).toContain(text), soon)
  expect(await site.stop()).toBe(0)
})
