import { rm, writeFile } from 'node:fs/promises'
import { serveWorker } from 'halvi-kit/processes/serve-worker'
import sharp from 'sharp'
import { LakeError } from '../../errors/errors.ts'
import { imageLimits as limits } from '../../limits/limits.ts'
import { type ImageFacts, type Inspection, inspectImage } from '../originals/inspect.ts'
import { render } from './render.ts'
import type { Original, RenderInstructions } from './rendition.ts'

/** A task for this process. `ready` resolves when the process has started. */
export type ImageTask =
  | { task: 'ready' }
  | { task: 'render'; original: Original; wanted: RenderInstructions; into: string }
  | ({ task: 'inspect' } & Inspection)

/**
 * The result of a task: the size of the written file, or its bytes if it could not be written, or an image's facts.
 */
export type ImageTaskResult = { size: number } | { bytes: Uint8Array } | ImageFacts | undefined

export interface ImageTaskError {
  statusCode: number
  message: string
}

// Results are cached on disk, so sharp's own cache would only use memory.
sharp.cache(false)
// Use one CPU core and leave the others for serving visitors.
sharp.concurrency(1)

serveWorker({
  async run(message): Promise<ImageTaskResult> {
    const task = message as ImageTask
    if (task.task === 'ready') return undefined
    const watch = setInterval(exitOverLimits, 20, process.cpuUsage())
    try {
      if (task.task === 'inspect') return await inspectImage(task)
      return await write(await render(task.original, task.wanted), task.into)
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

/** Writes an image to disk and syncs it. If the disk is full, returns the bytes instead. */
async function write(bytes: Buffer, path: string): Promise<ImageTaskResult> {
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true })
    return { size: bytes.length }
  } catch {
    await rm(path, { force: true }).catch(() => {})
    return { bytes }
  }
}

/**
 * Exits the process when the task exceeds a limit. The work runs in other threads and cannot be stopped otherwise.
 */
function exitOverLimits(before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before)
  const isLong = (user + system) / 1000 > limits.processorMs
  if (isLong || process.memoryUsage.rss() > limits.processBytes) process.exit(1)
}
