// The second part of npm run test:release: restarts sites behind Caddy and nginx, with the files of deploy/, during
// traffic. Each line shows the slowest response and the number of failed requests, which must be 0.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../server/to-office/free-port.ts'
import { prepare } from '../build.ts'
import { startVisitors } from '../faults/visitors.ts'
import { startHosts } from '../hosted/hosted-site.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { startCaddy } from './caddy.ts'
import { hasNginx, startNginx } from './nginx.ts'

const postgres = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'

/** Starts the site, with existing data if there is a folder. Resolves when the site responds. */
type Start = (port: number, dataDir?: string) => Promise<RunningSite>

const hasCaddy = spawnSync('caddy', ['version']).status === 0
if (!hasCaddy) console.info('Skipped restarts behind Caddy: caddy is not installed.')
if (!hasNginx) console.info('Skipped restarts behind nginx: nginx is not installed.')
if (hasCaddy || hasNginx) await prepare({ studio: false })
if (hasCaddy) {
  await replaceUnderLoad('one process, embedded', 1, (port, dataDir) =>
    startSite({ ...behindProxy(port), ...(dataDir && { DATA_DIR: dataDir }) }),
  )
  await replaceHosted('Caddy', startCaddy)
}
if (hasNginx) await replaceHosted('nginx', startNginx)

function behindProxy(port: number) {
  return { PORT: String(port), TRUST_PROXY: '1', DRAIN_SECONDS: '2' }
}

/** Restarts two processes that share PostgreSQL and a hosted project, which a local lake simulates. */
async function replaceHosted(proxy: string, startProxy: typeof startCaddy): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres })
  const isAvailable = await admin.connect().then(
    () => true,
    () => false,
  )
  if (!isAvailable) {
    return console.info(`Skipped restarts of two processes: no PostgreSQL at ${postgres}.`)
  }
  const name = `halvi_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  const DATABASE_URL = Object.assign(new URL(postgres), { pathname: `/${name}` }).href
  const hosts = await startHosts()
  try {
    const name = `two processes behind ${proxy}, PostgreSQL and a hosted project`
    const start: Start = (port, dataDir) =>
      hosts.startSite({
        ...behindProxy(port),
        DATABASE_URL,
        ...(dataDir && { DATA_DIR: dataDir }),
      })
    await replaceUnderLoad(name, 2, start, startProxy)
  } finally {
    await hosts.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

async function replaceUnderLoad(
  name: string,
  count: number,
  start: Start,
  startProxy = startCaddy,
): Promise<void> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const sites = await Promise.all(ports.map((port) => start(port)))
  const proxy = await startProxy(ports)
  const visitors = startVisitors([proxy.url], 4)
  const readers = startReaders(proxy.url)
  const downtimes: number[] = []
  try {
    await sleep(2_000)
    for (const [index, site] of sites.entries()) {
      const began = performance.now()
      await site.stop()
      const stopped = performance.now()
      const next = await start(ports[index] ?? 0, site.dataDir)
      downtimes.push(performance.now() - stopped)
      sites[index] = next
      console.info(`  exited after ${Math.round(stopped - began)} ms`)
      await sleep(2_000)
    }
  } finally {
    const pages = await readers.stop()
    await visitors.stop()
    await proxy.close()
    await Promise.all(sites.map((site) => site.remove()))
    const failed =
      pages.failed + [...visitors.otherStatuses.values()].reduce((sum, times) => sum + times, 0)
    console.info(
      `${name}: responds again ${downtimes.map((ms) => Math.round(ms)).join(' and ')} ms after its exit; ` +
        `${pages.answered} pages, slowest ${Math.round(pages.slowest)} ms; ` +
        `${visitors.acknowledged.size} forms; ${failed} failed`,
    )
    if (failed > 0 || pages.answered === 0 || visitors.acknowledged.size === 0) process.exitCode = 1
  }
}

/** Starts two readers that each request a page 50 times per second. */
function startReaders(url: string) {
  const counts = { answered: 0, failed: 0, slowest: 0 }
  let stopped = false
  const read = async () => {
    while (!stopped) {
      const began = performance.now()
      const isGood = await fetch(`${url}/services/eats`).then(
        async (answer) => {
          await answer.text()
          return answer.ok
        },
        () => false,
      )
      counts.slowest = Math.max(counts.slowest, performance.now() - began)
      counts[isGood ? 'answered' : 'failed'] += 1
      await sleep(20)
    }
  }
  const reading = [read(), read()]
  return {
    async stop() {
      stopped = true
      await Promise.all(reading)
      return counts
    },
  }
}
