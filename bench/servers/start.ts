import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../../server/root.ts'

/** Starts one of the servers in this folder, which are compared with the site. Resolves to its URL and process. */
export async function startServer(
  name: 'bare' | 'plain-action',
  ...args: string[]
): Promise<{ url: string; process: ChildProcess }> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), process: child }
}
