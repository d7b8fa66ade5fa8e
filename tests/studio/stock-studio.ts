import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { root } from 'halvi-site/root'
import { freePort } from '../../server/to-office/free-port.ts'

/** The packages of a Studio, as `npm create sanity` installs them. */
const PACKAGES = [
  'sanity@5.31.2',
  '@sanity/vision@5.31.2',
  'react@19',
  'react-dom@19',
  'styled-components@6',
]

/** A folder in which `sanity` and `@sanity/vision` of another version are installed, and the Node that runs them. */
const { STOCK_STUDIO, STOCK_NODE = process.execPath } = process.env

const CLI_CONFIG = `import { defineCliConfig } from 'sanity/cli'
export default defineCliConfig({ api: { projectId: 'local', dataset: 'production' } })
`

const config = (apiHost: string) => `import { visionTool } from '@sanity/vision'
import { defineConfig, defineField, defineType } from 'sanity'
import { structureTool } from 'sanity/structure'
const string = (name: string) => defineField({ name, type: 'string' })
export default defineConfig({
  projectId: 'local', dataset: 'production', apiHost: '${apiHost}',
  plugins: [structureTool(), visionTool()],
  schema: { types: [
    defineType({ name: 'post', type: 'document', fields: [string('title'), string('body')] }),
    defineType({ name: 'author', type: 'document', fields: [string('name')] }),
  ] },
})
`

const content = [
  { _id: 'first', _type: 'post', title: 'First post', body: 'Bread and dates' },
  { _id: 'second', _type: 'post', title: 'Second post', body: 'Honey and figs' },
  { _id: 'third', _type: 'post', title: 'Third post', body: 'Olives' },
  { _id: 'someone', _type: 'author', name: 'Second author' },
]

/**
 * Starts a lake with its command, and an unchanged Studio with `sanity dev`. People named Ann and Ben can sign in.
 *
 * @throws Error if a program exits before it serves
 */
export async function startStock() {
  const temporary = await mkdtemp(join(tmpdir(), 'stock-studio-'))
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children) {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    }
    await rm(temporary, { recursive: true, force: true })
  }
  /** Starts a Node program, and resolves to the URL that it prints. */
  const serve = async (node: string, args: string[], cwd: string) => {
    const env = { ...process.env, DO_NOT_TRACK: '1' }
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/[\w.]+:\d+/.exec(line) ?? []
      if (url === undefined) continue
      child.stdout.resume()
      return url
    }
    throw new Error(`${args.join(' ')} exited`)
  }
  try {
    const seed = join(temporary, 'data.ndjson')
    await writeFile(seed, content.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const command = ['--import', 'tsx', 'packages/content-lake/src/commands/cli.ts']
    const people = ['--user', 'Ann', '--user', 'Ben']
    const options = ['--memory', '--port', '0', '--seed', seed, ...people]
    const lake = new URL(await serve(process.execPath, [...command, ...options], root))
    const folder = STOCK_STUDIO ?? temporary
    if (!STOCK_STUDIO) {
      await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
      const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
      await promisify(execFile)('npm', ['install', ...quiet, ...PACKAGES], { cwd: folder })
    }
    await writeFile(join(folder, 'sanity.cli.ts'), CLI_CONFIG)
    await writeFile(join(folder, 'sanity.config.ts'), config(`https://localhost:${lake.port}`))
    const dev = ['node_modules/sanity/bin/sanity', 'dev', '--port', String(await freePort())]
    const url = await serve(STOCK_NODE, dev, folder)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}
