import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { FileAnswer } from './endpoint.ts'

/** Sends a file to be kept, never to be shown. Resolves when it is sent, or its reader has left. */
export async function sendFile(
  response: Response,
  type: string,
  { name, type: ownType, content, ended = async () => {} }: FileAnswer,
): Promise<void> {
  if (typeof content === 'string') {
    if (response.destroyed) return
    response
      .attachment(name)
      .set('Content-Type', ownType ?? type)
      .end(content)
    return
  }
  let isWhole = false
  try {
    if (response.destroyed) return
    response.attachment(name).set('Content-Type', ownType ?? type)
    await pipeline(content, response)
    isWhole = true
  } catch (error) {
    // Its reader has left. Otherwise the file is cut off, which is seen.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    content.destroy()
    await ended(isWhole)
  }
}
