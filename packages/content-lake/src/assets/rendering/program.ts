import { serveWorker } from 'halvi-kit/processes/serve-worker'
import sharp from 'sharp'
import { LakeError } from '../../errors/errors.ts'
import { imageLimits as limits } from '../../limits/limits.ts'
import { type Inspection, inspectImage } from '../originals/inspect.ts'
import { render } from './render.ts'
import type { Original, RenderInstructions } from './rendition.ts'

/**
 * A task for this process. `ready` resolves when the process has started, `render` to the bytes of the image, `inspect`
 * to an image's facts.
 */
export type ImageTask =
  | { task: 'ready' }
  | { task: 'render'; original: Original; wanted: RenderInstructions }
  | ({ task: 'inspect' } & Inspection)

export interface ImageTaskError {
  statusCode: number
  message: string
}

// Results are cached on disk, so sharp's own cache would only use memory.
sharp.cache(false)
// Use one CPU core and leave the others for serving visitors.
sharp.concurrency(1)

serveWorker({
  async run(message): Promise<unknown> {
    const task = message as ImageTask
    if (task.task === 'ready') return undefined
    const watch = setInterval(exitOverLimits, 20, process.cpuUsage())
    try {
      if (task.task === 'inspect') return await inspectImage(task)
      return await render(task.original, task.wanted)
    } finally {
      clearInterval(watch)
    }
  },
  serializeError: (error): ImageTaskError => {
    if (error instanceof LakeError) return { statusCode: error.statusCode, message: error.message }
    const reason = (error as Error).message.split('\n')[0]
    return { statusCode: 400, message: `Invalid image, could not be rendered: ${reason}` }
  },
})

/**
 * Exits the process when the task exceeds a limit. The work runs in other threads and cannot be stopped otherwise.
 */
function exitOverLimits(before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before)
  const isLong = (user + system) / 1000 > limits.processorMs
  if (isLong || process.memoryUsage.rss() > limits.processBytes) process.exit(1)
}
