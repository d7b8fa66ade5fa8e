/**
 * A process that owns a lake and writes to it until it is killed, each write
 * acknowledged on standard output once it is stored: `pairs` of documents by their
 * number, or `keystrokes` in one draft by their revision.
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
    // Lets the output leave the process before the next write.
    await new Promise((resolve) => setImmediate(resolve))
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`)
  process.exit(1)
}
