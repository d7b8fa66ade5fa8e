import { pathToFileURL } from 'node:url'
import { forkProgram } from 'halvi-kit/processes/fork-program'
import type { FromOffice, StartOffice } from 'halvi-site/office-protocol'
import { buildFolder } from 'halvi-site/root'
import { settingNames } from 'halvi-site/settings/settings'

/** The maximum heap of the office, in megabytes. */
const heapMegabytes = 512

/** Returns a function that starts the office as a child process. It writes to the same log. */
export function officeAsChild(studioBuilder: string | undefined): StartOffice {
  return ({ message, ended }) => {
    const child = forkProgram(pathToFileURL(`${buildFolder}office.js`), {
      stdio: ['ignore', 'inherit', 'inherit'],
      passed: settingNames,
      env: { STUDIO_BUILDER: studioBuilder },
      nodeOptions: [`--max-old-space-size=${heapMegabytes}`, '--enable-source-maps'],
    })
    let isEnded = false
    const exited = new Promise<void>((resolve) => {
      const end = (reason: string) => {
        if (isEnded) return
        isEnded = true
        ended(reason)
        resolve()
      }
      child.once('error', (error) => end(error.message))
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
    })
    child.on('message', (sent) => message(sent as FromOffice))
    return {
      send(sent) {
        // A broken channel is reported by the exit.
        if (child.connected) child.send(sent, () => {})
      },
      async stop() {
        if (child.connected) child.send({ type: 'stop' }, () => {})
        await exited
      },
      kill: () => child.kill('SIGKILL'),
    }
  }
}
