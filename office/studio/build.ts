import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { forkProgram } from 'halvi-kit/processes/fork-program'
import { root, studioFolder } from 'halvi-site/root'
import type { Logger } from 'pino'

/** A Studio that is ready or is being built by a child process. */
export interface StudioBuild {
  state: 'ready' | 'building' | 'failed'
  /** Resolves when the state is final. Never rejects. */
  done: Promise<void>
  /** Stops a build in progress. */
  stop(): void
}

/** Builds the Studio with a program, if there is one, while the site is serving. */
export function startStudioBuild(log: Logger, builder: string | undefined): StudioBuild {
  if (!builder) {
    const state = existsSync(join(studioFolder, 'index.html')) ? 'ready' : 'failed'
    return { state, done: Promise.resolve(), stop: () => {} }
  }
  const started = performance.now()
  const child = forkProgram(pathToFileURL(builder), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { NODE_ENV: 'production' },
    priority: 5,
  })
  log.info('building the Studio')
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
        else if (!isStopped) log.error({ code, output }, 'building the Studio failed')
      },
      (err) => {
        build.state = 'failed'
        log.error({ err }, 'building the Studio failed')
      },
    ),
    stop() {
      isStopped = true
      child.kill()
    },
  }
  return build
}
