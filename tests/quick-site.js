// The program of most tests, which is started in place of `halvi start`. It skips steps that take two seconds of CPU time
// or more, never sends the last good page because a new one takes long, and answers applications without a pause. The
// office runs in its own process only with TEST_OFFICE=process.
import { createServer } from 'node:net'

process.umask(0o077)
/** @param {string} name */
const build = (name) => import(new URL(`../build/${name}.js`, import.meta.url).href)
const { runSite } = await build('main')
const { officeInProcess } = await build('office')

/** @param {unknown[]} shared settings and log */
function startOffice(...shared) {
  const start = officeInProcess(...shared, { sending: { pollMs: 20 } })
  return (/** @type {import('halvi-site/office-protocol').OfficeEvents} */ events) => {
    /** @type {import('halvi-site/office-protocol').StartedOffice} */
    const office = start(events)
    let port = 0
    // Replaces the office by a program that sends no HTTP.
    process.once('SIGUSR2', async () => {
      await office.stop()
      createServer((socket) => socket.on('error', () => {}).end('?')).listen(port, '127.0.0.1')
    })
    return {
      ...office,
      send(/** @type {import('halvi-site/office-protocol').ToOffice} */ message) {
        if (message.type === 'start') port = message.config.port
        office.send(message)
      },
    }
  }
}

await runSite({
  caching: { ahead: false, brotliQuality: 4, timeoutMs: 30_000 },
  ...(process.env.TEST_OFFICE !== 'process' && { startOffice }),
})
