import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { IndexDatabase } from '../index/index-database.ts'
import { batch, readingOf } from '../index/lead-index.ts'
import { OpenedIndex } from '../index/opened-index.ts'
import type { Answer, Request } from './messages.ts'

// The program that indexes leads and reads them for staff, beside the site: see index-process.ts.

/** Between batches, so that whoever submits or asks goes first; in milliseconds. */
const pauseMs = 5
/** How often it looks for leads to index, in milliseconds. */
const pollIntervalMs = 250
/** After a failure, such as a database that is away, in milliseconds. */
const retryDelayMs = 2_000

type Opening = Extract<Request, { open: unknown }>

let opened: OpenedIndex | undefined
/** What is asked is answered before anything else is indexed. */
let asked = 0
/** When there was something to do last, in milliseconds of `performance.now`. */
let busyAt = performance.now()

process.on('message', async (request: Request) => {
  if ('open' in request) return start(request)
  const { id, call, argument } = request
  asked += 1
  busyAt = performance.now()
  try {
    send({ id, answer: await answer(call, argument) })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    send({ id, error: { name, message } })
  } finally {
    asked -= 1
  }
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches all processes of a terminal; the site ends this one when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

function send(message: Answer): void {
  process.send?.(message, undefined, undefined, () => {})
}

async function start({ open: source, idleMs }: Opening): Promise<void> {
  opened = new OpenedIndex(source, pino({ level: 'silent' }))
  for (;;) {
    try {
      await opened.use(async (index) => {
        await indexAll(index)
        if (await index.hasToForget()) await index.forget()
      })
      // Whoever hears it ends this process, unless something was asked meanwhile.
      if (performance.now() - busyAt > idleMs) send({ idle: true })
      await sleep(pollIntervalMs)
    } catch {
      // Whoever asks is told; what waits is tried again.
      await sleep(retryDelayMs)
    }
  }
}

async function indexAll(index: IndexDatabase): Promise<void> {
  for (;;) {
    while (asked > 0) await sleep(pauseMs)
    const indexed = await index.index(batch)
    if (indexed > 0) busyAt = performance.now()
    // One that is not full is the last: leads that come meanwhile wait for the next look and share a transaction.
    if (indexed < batch) return
    await sleep(pauseMs)
  }
}

function database(): Promise<IndexDatabase> {
  if (opened) return opened.get()
  return Promise.reject(new Error('Nobody has told where the leads are'))
}

const reading = readingOf(database)

async function answer(call: string, argument: unknown): Promise<unknown> {
  if (call === 'forget') return forget()
  // Its own kind of caller alone sends messages here.
  return (reading as unknown as Record<string, (argument: unknown) => Promise<unknown>>)[call]?.(
    argument,
  )
}

async function forget(): Promise<void> {
  const work = async (index: IndexDatabase) => {
    while ((await index.index(batch)) > 0);
    await index.forget()
  }
  await opened?.use(work)
}
