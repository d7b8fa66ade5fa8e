import { createReadStream } from 'node:fs'
import { TransferError } from './transfer-error.ts'

const NEWLINE = 10
const MAX_LINE_BYTES = 16_000_000

/** A line without its end, its number counted from 1. */
export interface NumberedLine {
  number: number
  text: string
}

/**
 * The lines of a file that are not blank, as they are read. Only a line feed ends a line:
 * other separators that Unicode knows may stand inside JSON strings.
 *
 * Throws a `TransferError` for bytes that are not UTF-8 and lines of more than 16 MB.
 */
export async function* numberedLines(file: string): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let pending: Buffer[] = []
  let pendingBytes = 0
  let number = 0

  const line = (): NumberedLine => {
    number += 1
    try {
      return { number, text: decoder.decode(Buffer.concat(pending)).trim() }
    } catch {
      throw new TransferError(`${file}:${number}: not valid UTF-8`)
    } finally {
      pending = []
      pendingBytes = 0
    }
  }
  const add = (part: Buffer) => {
    pending.push(part)
    pendingBytes += part.length
    if (pendingBytes > MAX_LINE_BYTES) {
      throw new TransferError(`${file}:${number + 1}: longer than ${MAX_LINE_BYTES} bytes`)
    }
  }

  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      start = end + 1
      const complete = line()
      if (complete.text) yield complete
    }
    add(chunk.subarray(start))
  }
  const last = line()
  if (last.text) yield last
}
