import { createLog } from 'halvi-kit/json-log'
import { exitOnUncaughtErrors } from 'halvi-kit/processes/uncaught-errors'
import type { FromOffice, ToOffice } from 'halvi-site/office-protocol'
import { readSettings } from 'halvi-site/settings/settings'
import { failureOf } from './in-process.ts'
import { type Office, openOffice } from './open-office.ts'

/** The office exits after this time in any case, in milliseconds. Stored data is not affected. */
const hardLimitMs = 5_000

/** Runs the office in this process, until the site asks it to end or the channel to the site closes. */
export function runOffice(): void {
  process.umask(0o077)
  const settings = readSettings(process.env)
  const log = createLog(settings.LOG_LEVEL)
  const options = { studioBuilder: process.env.STUDIO_BUILDER }
  const tell = (message: FromOffice, sent = () => {}) => {
    if (process.connected) process.send?.(message, undefined, undefined, sent)
  }
  let office: Promise<Office> | undefined
  let isEnding = false
  async function end(): Promise<void> {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(0), hardLimitMs).unref()
    await office?.then((opened) => opened.close()).catch(() => {})
    process.exit(0)
  }
  process.on('disconnect', () => void end())
  process.on('message', (message: ToOffice) => {
    if (message.type === 'start') {
      office = openOffice(settings, log, message.config, options, tell)
      office.catch((error: unknown) => tell(failureOf(error), () => process.exit(1)))
    } else if (message.type === 'ping') tell({ type: 'pong' })
    else if (message.type === 'stop') void end()
    else void office?.then((opened) => opened.receive(message)).catch(() => {})
  })
  // A terminal sends these to all processes of its group. The site decides when the office ends.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  exitOnUncaughtErrors(log, async () => {
    await office?.then((opened) => opened.close())
  })
}
