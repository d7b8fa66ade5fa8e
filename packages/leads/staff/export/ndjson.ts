import { type ExportedRow, jsonOf } from './row.ts'

/** Yields leads as JSON objects, one per line, for programs. */
export async function* ndjson(
  batches: AsyncIterable<readonly ExportedRow[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) text += `${jsonOf(row)}\n`
    yield text
  }
}
