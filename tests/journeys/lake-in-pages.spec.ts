import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect as expectSoon, test } from '@playwright/test'

// The command and the streams start slowly on a busy machine.
const expect = expectSoon.configure({ timeout: 30_000 })
test.setTimeout(120_000)

const cli = fileURLToPath(
  new URL('../../packages/content-lake/src/commands/cli.ts', import.meta.url),
)

/** The program of a project: its pages use Sanity's API and images, and `POST /` changes a document. */
const project = `
  import { createServer } from 'node:http'
  const api = 'https://abc123.api.sanity.io/v2025-02-19/'
  const headers = { Authorization: 'Bearer ' + process.env.SANITY_API_WRITE_TOKEN }
  const post = async (path, body) => (await fetch(api + path, { method: 'POST', headers, body })).json()
  const write = (text) => {
    const note = { _id: 'note', _type: 'note', text }
    return post('data/mutate/production', JSON.stringify({ mutations: [{ createOrReplace: note }] }))
  }
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const { document } = await post('assets/images/production', Buffer.from(pixel, 'base64'))
  await write('before')
  const page = \`<!doctype html><img src="\${document.url.replace('/local/', '/abc123/')}?w=1&auto=format"><p></p><ul></ul>
    <script type="module">
      const say = (text) => document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + text + '</li>')
      const query = 'https://abc123.apicdn.sanity.io/v2025-02-19/data/query/production?query=*[_id=="note"][0].text'
      const show = async () => { document.querySelector('p').textContent = (await (await fetch(query)).json()).result }
      for (let stream = 1; stream <= 8; stream++) {
        const events = new EventSource('https://abc123.api.sanity.io/v2025-02-19/data/live/events/production')
        events.addEventListener('welcome', () => say('stream ' + stream))
        if (stream === 8) events.addEventListener('message', show)
      }
      const socket = new WebSocket('wss://abc123.api.sanity.io/v2022-06-30/socket/production')
      socket.onopen = () => say('socket')
      if (performance.getEntriesByType('navigation')[0].transferSize > 0) say('not from a cache')
      fetch('https://core.sanity-cdn.com/bridge.js').catch(() => say('refused'))
      await show()
    </script>\`
  createServer(async (request, response) => {
    if (request.method === 'POST') await write('after')
    response.setHeader('Content-Type', 'text/html').end(page)
  }).listen(0, '127.0.0.1', function () { console.log(String(this.address().port)) })`

let running: ChildProcess | undefined

/** Ends the lake and its command. */
async function end() {
  if (running?.exitCode !== null || !running.kill('SIGTERM')) return
  await once(running, 'exit')
}
test.afterEach(end)

test('pages of a command use the lake instead of Sanity, until they are served without it', async ({
  page,
}) => {
  const command = ['node', '--input-type=module', '--eval', project]
  const args = ['--import=tsx', cli, 'run', '--memory', '--', ...command]
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, args, { stdio: [...stdio] })
  running = child
  const [line] = await once(child.stdout, 'data')
  const port = Number(line)
  const origin = `http://localhost:${port}`

  await page.goto(origin)
  await expect(page.getByText('before')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(11)
  const image = page.locator('img')
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).toHaveJSProperty('naturalWidth', 1)
  await page.request.post(origin)
  await expect(page.getByText('after')).toBeVisible()

  await end()
  const other = createServer((_request, response) => response.end('served without the lake'))
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  try {
    await page.goto(origin)
    await expect(page.getByText('served without the lake')).toBeVisible()
    await page.waitForFunction(async () => {
      const workers = await navigator.serviceWorker.getRegistrations()
      return workers.length === 0
    })
  } finally {
    other.closeAllConnections()
    other.close()
  }
})
