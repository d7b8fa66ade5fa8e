import { open } from 'node:fs/promises'

/** Returns up to `bytes` bytes from the start of a file. */
export async function headOf(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}
