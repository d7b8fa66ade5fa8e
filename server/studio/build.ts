import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import type { Logger } from 'pino'
import { studioIsStale } from '../../scripts/studio-sources.js'
import { root } from '../root.ts'

/** A Studio that is ready, or being built by a process of its own. */
export interface StudioBuild {
  state: 'ready' | 'building' | 'failed'
  /** Resolves when the state will not change any more. Never rejects. */
  done: Promise<void>
  /** Ends a build that is under way. */
  stop(): void
}

const builder = join(root, 'scripts/build-studio.js')

/** Builds the Studio if it is stale, while the site serves; unless told not to, as by tests and drills. */
export function startStudioBuild(log: Logger, mayBuild: boolean): StudioBuild {
  const unchanging = { done: Promise.resolve(), stop: () => {} }
  if (!existsSync(builder) || !studioIsStale()) return { state: 'ready', ...unchanging }
  if (!mayBuild) return { state: 'failed', ...unchanging }
  const started = performance.now()
  const child = forkProgram(pathToFileURL(builder), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { NODE_ENV: 'production' },
    priority: 5,
  })
  log.info('building the Studio; until then /studio says so')
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-4000)
  })
  let isStopped = false
  const build: StudioBuild = {
    state: 'building',
    done: once(child, 'close').then(
      ([code]) => {
        build.state = code === 0 ? 'ready' : 'failed'
        const seconds = Math.round((performance.now() - started) / 1000)
        if (code === 0) log.info({ seconds }, 'Studio built')
        else if (!isStopped) log.error({ code, output }, 'the Studio could not be built')
      },
      (err) => {
        build.state = 'failed'
        log.error({ err }, 'the Studio could not be built')
      },
    ),
    stop() {
      isStopped = true
      child.kill()
    },
  }
  return build
}
