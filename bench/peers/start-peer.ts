import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { ExternalProject } from '../browser/external-project.ts'
import type { Contender } from '../page-cost.ts'

/** A project in another framework that serves the same page, in the way recommended for static content. */
export interface Peer extends ExternalProject {
  title: string
  /** The program and arguments that start its production server, which listens on PORT. */
  start: string[]
}

/**
 * Starts a peer in its folder, and waits until it responds.
 *
 * @throws Error if it does not start
 */
export async function startPeer({ title, start }: Peer, cwd: string): Promise<Contender> {
  const port = await freePort()
  const child = spawn(process.execPath, start, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/`
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) break
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return { title, url, process: child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`${title} did not start`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
