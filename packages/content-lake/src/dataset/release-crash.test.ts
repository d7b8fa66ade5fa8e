import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLake } from '../index.ts'
import { NAMES, TOKEN } from '../testing/names.ts'
import { killWithin, startWriter } from '../testing/start-writer.ts'
import { until } from '../testing/until.ts'

const rounds = 10

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-crash-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Starts a process that schedules a release, and kills it around the time of the release. */
async function killAroundItsTime(release: string) {
  const { child, gone, lines } = startWriter(directory, release)
  for await (const line of lines) {
    // Before, during, or after the publication: it starts after 100 ms and takes about 50 ms.
    if (line === release) await killWithin(child, 250)
  }
  await gone
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
    await until(() => dataset.get(`_.releases.${name}`)?.state === 'published')
    expect(dataset.query('count(*[release == $name])', { name }).result).toBe(300)
    // Each round has published the document in one transaction.
    const range = { limit: 1000 }
    expect(dataset.history.transactions(['note-7'], range)).toHaveLength(round)
    await close()
  }
}, 600_000)
