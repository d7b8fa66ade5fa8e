import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSite } from './running-site.ts'

const secrets = {
  BACKUP_PASSPHRASE: 'six words that nobody guesses',
  S3_ACCESS_KEY_ID: 'secret-key-id',
  S3_SECRET_ACCESS_KEY: 'secret-access-key',
  FORM_ENDPOINT_SECRET: `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`,
  FORM_ENDPOINT_URL: 'http://user:secret-password@127.0.0.1:9/',
  METRICS_TOKEN: 'secret-metrics-token',
  STUDIO_PASSWORD: 'secret-studio-password',
}

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite(secrets)
})
afterAll(() => site.remove())

/** The processes below one, by id. */
function childrenOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, after = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) \S /)
        return Number.parseInt(after, 10) === pid
      } catch {
        return false
      }
    })
    .map(Number)
  return [...children, ...children.flatMap(childrenOf)]
}

/** What runs below the site: the program's name and its environment. */
const programs = (pid: number) =>
  new Map(
    childrenOf(pid).map((child) => {
      const [name = ''] = /[\w-]+\.js/.exec(readFileSync(`/proc/${child}/cmdline`, 'utf8')) ?? []
      return [name, readFileSync(`/proc/${child}/environ`, 'utf8')]
    }),
  )

it.runIf(process.platform === 'linux')('no worker of the site has its secrets', async () => {
  const page = await (await fetch(site.url)).text()
  const [picture] = /\/images\/[^" ]+/.exec(page) ?? []
  if (picture) await fetch(`${site.url}${picture.replaceAll('&amp;', '&')}&w=313`)
  const query = new URLSearchParams({ query: '*[0]' })
  const token = readFileSync(`${site.dataDir}/lake-token`, 'utf8')
  const asProgram = { headers: { Authorization: `Bearer ${token}` } }
  await fetch(`${site.url}/v2025-02-19/data/query/production?${query}`, asProgram)
  const running = () => programs(site.process.pid ?? 0)
  const workers = ['lake-pictures.js', 'lake-evaluator.js', 'leads-index.js']
  const names = () => [...running().keys()]
  await expect.poll(names, { timeout: 20_000 }).toEqual(expect.arrayContaining(workers))
  for (const environment of running().values()) {
    for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret)
  }
})
