/**
 * A program that opens a lake and writes to it until it is killed. It prints a line for each stored write: with
 * `pairs` the number of a pair of documents, with `keystrokes` the revision of one draft. With the name of a release, it
 * schedules that, prints one line, and waits.
 */
import { openLake } from '../index.ts'
import { NAMES, TOKEN } from './names.ts'

const [, , directory = '', what] = process.argv
try {
  const { dataset } = await openLake({ directory, token: TOKEN, ...NAMES })
  const options = { author: 'writer' }

  function writePair(n: number): string {
    const pair = [`one-${n}`, `two-${n}`]
    dataset.transact(
      pair.map((_id) => ({ create: { _id, _type: 'note', n } })),
      options,
    )
    return String(n)
  }

  function typeOn(n: number): string {
    const draft = { _id: 'drafts.typed', _type: 'note', text: 'x'.repeat(n), n }
    return dataset.transact([{ createOrReplace: draft }], options).transactionId
  }

  /** Schedules a release of 300 documents, which takes a while to publish. */
  function schedule(releaseId: string): string {
    const action = (name: string, rest = {}) =>
      dataset.act([{ actionType: `sanity.action.release.${name}`, releaseId, ...rest }], options)
    action('create')
    const text = 'Some text. '.repeat(100)
    const versions = Array.from({ length: 300 }, (_, n) => ({
      create: { _id: `versions.${releaseId}.note-${n}`, _type: 'note', release: releaseId, text },
    }))
    dataset.transact(versions, options)
    action('schedule', { publishAt: new Date(Date.now() + 100).toISOString() })
    return releaseId
  }

  process.stdout.write('open\n')
  if (what?.startsWith('release-')) {
    process.stdout.write(`${schedule(what)}\n`)
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }
  for (let n = 0; ; n++) {
    process.stdout.write(`${what === 'keystrokes' ? typeOn(n) : writePair(n)}\n`)
    // Gives the process time to print the line before the next write.
    await new Promise((resolve) => setImmediate(resolve))
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`)
  process.exit(1)
}
