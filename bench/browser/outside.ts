import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A project that is measured beside the site, or measures it, and is no part of this repository. */
export interface OutsideProject {
  name: string
  dependencies: Record<string, string>
  overrides?: Record<string, string>
  /** Its files by their paths, package.json aside. */
  files?: Record<string, string | Buffer>
  /** Arguments of `npx` that build it. */
  build?: string[]
}

/**
 * Installs and builds a project in the user's cache folder, unless it is there as it should be.
 *
 * @returns its folder
 * @throws Error when npm or its build fails
 */
export async function prepare(project: OutsideProject): Promise<string> {
  const { name, dependencies, overrides, files = {}, build } = project
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'halvi-bench', name)
  const wanted = JSON.stringify(project)
  const marker = join(folder, 'prepared.json')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return folder

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
  await writeFile(marker, wanted)
  return folder
}

const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
