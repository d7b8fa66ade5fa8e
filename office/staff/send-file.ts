import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { FileResponse } from './endpoint.ts'

/** Sends a file as a download. Resolves when it has been sent or the client has disconnected. */
export async function sendFile(
  response: Response,
  type: string,
  { name, type: ownType, content, ended = async () => {} }: FileResponse,
): Promise<void> {
  if (typeof content === 'string') {
    if (response.destroyed) return
    response
      .attachment(name)
      .set('Content-Type', ownType ?? type)
      .end(content)
    return
  }
  let isComplete = false
  try {
    if (response.destroyed) return
    response.attachment(name).set('Content-Type', ownType ?? type)
    await pipeline(content, response)
    isComplete = true
  } catch (error) {
    // Ignores clients that have disconnected. After other errors, the connection is closed so that the client notices
    // the truncated file.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    content.destroy()
    await ended(isComplete)
  }
}
