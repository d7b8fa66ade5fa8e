// A process with the real policy for uncaught errors, which throws in the place that it is told to.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../log.ts'
import { endOnUncaughtErrors } from '../uncaught-errors.ts'

const places: Record<string, () => void> = {
  timer: () => setTimeout(() => fail()),
  promise: () => void Promise.reject(new Error('nobody waits for this')),
  'async listener': () => new EventEmitter().once('event', async () => fail()).emit('event'),
  'error event': () => new EventEmitter().emit('error', new Error('nobody listens for this')),
  'what is no error': () => void Promise.reject('only words'),
  'the end, too': () => setTimeout(() => fail()),
  'an end that hangs': () => setTimeout(() => fail()),
}

function fail(): void {
  throw new Error('thrown on purpose')
}

const place = process.argv[2] ?? ''
endOnUncaughtErrors(createLog('info'), async () => {
  if (place === 'the end, too') setTimeout(fail)
  if (place === 'an end that hangs') await sleep(60_000)
  await sleep(50)
  console.log('finished')
})
setTimeout(() => {}, 60_000)
places[place]?.()
