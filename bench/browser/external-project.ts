import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A project outside this repository, which measures the site or is compared with it. */
export interface ExternalProject {
  name: string
  dependencies: Record<string, string>
  overrides?: Record<string, string>
  /** Its files by path, without package.json. */
  files?: Record<string, string | Buffer>
  /** The arguments of `npx` that build the project. */
  build?: string[]
}

/**
 * Installs and builds a project in the user's cache folder, unless the same project is already there. Resolves to its
 * folder.
 *
 * @throws Error if npm or the build fails
 */
export async function prepareProject(project: ExternalProject): Promise<string> {
  const { name, dependencies, overrides, files = {}, build } = project
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'halvi-bench', name)
  const definition = JSON.stringify(project)
  const marker = join(folder, 'prepared.json')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === definition) return folder

  console.error(`Preparing ${name} in ${folder} …`)
  await rm(folder, { recursive: true, force: true })
  const manifest = { name, private: true, type: 'module', dependencies, overrides }
  for (const [path, text] of Object.entries({
    'package.json': JSON.stringify(manifest),
    ...files,
  })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const options = { cwd: folder, maxBuffer: 1e8 }
  await run('npm', ['install', '--no-audit', '--no-fund'], options)
  if (build) await run('npx', build, { ...options, env: { ...process.env, ...quiet } })
  await writeFile(marker, definition)
  return folder
}

const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
