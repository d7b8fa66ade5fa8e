import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type RunningSite, runSite, startSite } from './running-site.ts'
import { storedLeads } from './stored-leads.ts'
import { until } from './until.ts'

/**
 * Starts a site before the tests of a file, and backs it up while visitors apply. Returns what tests of backups need.
 */
export function shareBackup() {
  const folder = mkdtempSync(join(tmpdir(), 'halvi-backup-'))
  const inFolder = (name: string) => join(folder, name)
  const backup = inFolder('backup')
  const sites: RunningSite[] = []

  const start = async (settings?: Record<string, string>) => {
    const site = await startSite(settings)
    sites.push(site)
    return site
  }
  afterAll(async () => {
    for (const site of sites) await site.remove()
    rmSync(folder, { recursive: true })
  })

  const halvi = (settings: Record<string, string>, ...args: string[]) =>
    runSite(settings, 'halvi', ...args)

  const apply = async ({ url }: Pick<RunningSite, 'url'>, email: string) => {
    const body = new URLSearchParams({ name: 'Amina', email, interests: 'openStore' })
    const { status } = await fetch(`${url}/waitlist`, { method: 'POST', body, redirect: 'manual' })
    expect(status).toBe(303)
  }

  const emailsIn = (dataDir: string) => storedLeads(dataDir).map(({ payload }) => payload.email)

  /** Restores a folder, and returns the status of the home page and of a picture, and the leads. */
  async function restored(from: string, name: string, ...args: string[]) {
    const DATA_DIR = inFolder(name)
    expect(await halvi({ DATA_DIR }, 'restore', from, ...args)).toMatchObject({
      code: 0,
      stderr: '',
    })
    const { stdout } = await runSite({ DATA_DIR }, 'leads', 'mail')
    expect(stdout).toContain('Mail is on hold')
    const site = await start({ DATA_DIR })
    const page = await fetch(site.url)
    const [, picture = ''] =
      /src="(\/v1\/images\/[^"]+|\/[^"]*images\/halvi\/[^"]+)"/.exec(await page.text()) ?? []
    const image = await fetch(site.url + picture.replaceAll('&amp;', '&'))
    await site.stop()
    return {
      page: page.status,
      image: image.headers.get('content-type'),
      emails: emailsIn(DATA_DIR),
    }
  }

  let site: RunningSite
  /** The addresses of the leads that were acknowledged when the first backup began. */
  let before: readonly string[] = []
  beforeAll(async () => {
    site = await start()
    await apply(site, 'bilal@example.com')
    const acknowledged: string[] = []
    let isBusy = true
    const visitors = [1, 2, 3].map(async (visitor) => {
      for (let turn = 0; isBusy; turn++) {
        const email = `visitor-${visitor}-${turn}@example.com`
        await apply(site, email)
        acknowledged.push(email)
      }
    })
    await until(() => acknowledged.length > 20)
    before = [...acknowledged]
    const result = await halvi({ DATA_DIR: site.dataDir }, 'backup', `${backup}/`)
    isBusy = false
    await Promise.all(visitors)
    expect(result).toMatchObject({ code: 0, stderr: '' })
  }, 120_000)

  return {
    /** The site, which still runs. */
    get site() {
      return site
    },
    get before() {
      return before
    },
    ...{ inFolder, backup, start, halvi, apply, restored },
  }
}
