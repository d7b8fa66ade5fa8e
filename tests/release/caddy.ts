import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import { freePort } from '../../server/to-office/free-port.ts'

/** Starts Caddy with the Caddyfile of deploy/, in front of sites at some ports, on loopback and without TLS. */
export async function startCaddy(ports: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'halvi-caddy-'))
  const port = await freePort()
  const file = await readFile(join(root, 'deploy/caddy/Caddyfile'), 'utf8')
  const changed = file
    .replace('{\n', '{\n\tadmin off\n')
    .replace('halvi.example.com', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', ports.map((at) => `127.0.0.1:${at}`).join(' '))
  await writeFile(join(folder, 'Caddyfile'), changed)
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child: ChildProcess = spawn('caddy', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let logged = ''
  child.stderr?.on('data', (bytes) => {
    logged += bytes
  })
  const url = `http://127.0.0.1:${port}`
  for (
    let tries = 0;
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ));
    tries++
  ) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`Caddy did not start: ${logged}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    /** Resolves to the whole log. */
    log: async () => logged,
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}
