import { diskFault, StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import type { FromOffice, OfficeConfig, StartOffice } from 'halvi-site/office-protocol'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import { type Office, openOffice } from './open-office.ts'
import type { OfficeOptions } from './options.ts'

/** Returns a function that starts an office in this process, which the site still reaches over HTTP. */
export function officeInProcess(
  settings: Settings,
  log: Logger,
  options: OfficeOptions = {},
): StartOffice {
  return ({ message, ended }) => {
    let opening: Promise<Office | undefined> = Promise.resolve(undefined)
    const open = (config: OfficeConfig) =>
      openOffice(settings, log, config, options, message).catch((error: unknown) => {
        message(failureOf(error))
        ended('the start failed')
        return undefined
      })
    return {
      send(sent) {
        if (sent.type === 'start') opening = open(sent.config)
        else if (sent.type === 'ping') message({ type: 'pong' })
        else void opening.then((office) => office?.receive(sent))
      },
      stop: async () => (await opening)?.close(),
      kill() {},
    }
  }
}

/** Returns the message about a failed start. */
export function failureOf(error: unknown): FromOffice {
  const line = error instanceof StartError ? error.message : diskFault(error)
  if (line) return { type: 'failed', message: line, isFixable: true }
  const stack = error instanceof Error ? error.stack : undefined
  return { type: 'failed', message: stack ?? reasonOf(error), isFixable: false }
}
