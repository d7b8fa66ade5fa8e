/**
 * A program that opens a lake and writes to it until it is killed. It prints a line for each stored write: with
 * `pairs` the number of a pair of documents, with `keystrokes` the revision of one draft.
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

  process.stdout.write('open\n')
  for (let n = 0; ; n++) {
    process.stdout.write(`${what === 'keystrokes' ? typeOn(n) : writePair(n)}\n`)
    // Gives the process time to print the line before the next write.
    await new Promise((resolve) => setImmediate(resolve))
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`)
  process.exit(1)
}
