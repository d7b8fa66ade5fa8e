import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { FileAnswer } from './endpoint.ts'

/** Sends a file to be kept, never to be shown. Resolves when it is sent, or its reader has left. */
export async function sendFile(
  response: Response,
  type: string,
  { name, type: ownType, content }: FileAnswer,
): Promise<void> {
  response.attachment(name).set('Content-Type', ownType ?? type)
  if (typeof content === 'string') {
    response.end(content)
    return
  }
  await pipeline(content, response).catch((error: unknown) => {
    // What was begun can't become an error's answer: the file is cut off, and seen to be.
    if (!response.headersSent) throw error
  })
}
