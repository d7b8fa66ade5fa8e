// A process with the site's handling of uncaught errors. It throws in the way named by its argument.
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../json-log.ts'
import { exitOnUncaughtErrors } from '../uncaught-errors.ts'

const faults: Record<string, () => void> = {
  timer: () => setTimeout(() => fail()),
  'not an error object': () => void Promise.reject('a string'),
  'shutdown that throws': () => setTimeout(() => fail()),
  'shutdown that hangs': () => setTimeout(() => fail()),
}

function fail(): void {
  throw new Error('thrown on purpose')
}

const fault = process.argv[2] ?? ''
exitOnUncaughtErrors(createLog('info'), async () => {
  if (fault === 'shutdown that throws') setTimeout(fail)
  if (fault === 'shutdown that hangs') await sleep(60_000)
  await sleep(50)
  console.log('finished')
})
setTimeout(() => {}, 60_000)
faults[fault]?.()
