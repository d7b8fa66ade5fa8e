import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLake } from '../index.ts'
import { NAMES, TOKEN } from '../testing/names.ts'

const rounds = 10

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-crash-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Starts a process that schedules a release, and kills it around the time of the release. */
async function killAroundItsTime(release: string) {
  const script = fileURLToPath(new URL('../testing/writer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, directory, release], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== release) continue
    // Before, during, or after the publication: it starts after 100 ms and takes about 50 ms.
    await sleep(Math.random() * 250)
    child.kill('SIGKILL')
  }
  await exited
}

const open = (publishesScheduled: boolean) =>
  openLake({ directory, token: TOKEN, ...NAMES, publishesScheduled })

it('kill -9 around the time of a release publishes all of it or nothing, and it is published once', async () => {
  for (let round = 1; round <= rounds; round++) {
    const name = `release-${round}`
    await killAroundItsTime(name)
    const killed = await open(false)
    const documents = [...killed.dataset.snapshot()]
    const state = killed.dataset.get(`_.releases.${name}`)?.state
    const published = documents.filter(
      ({ _id, release }) => _id.startsWith('note-') && release === name,
    )
    const versions = documents.filter(({ _id }) => _id.startsWith(`versions.${name}.`))
    await killed.close()
    expect([
      ['scheduled', 0, 300],
      ['published', 300, 0],
    ]).toContainEqual([state, published.length, versions.length])

    const { dataset, close } = await open(true)
    await expect.poll(() => dataset.get(`_.releases.${name}`)?.state).toBe('published')
    expect(dataset.query('count(*[release == $name])', { name }).result).toBe(300)
    // Each round has published the document in one transaction.
    const range = { limit: 1000 }
    expect(dataset.history.transactions(['note-7'], range)).toHaveLength(round)
    await close()
  }
}, 600_000)
