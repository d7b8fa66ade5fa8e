import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateSecret } from 'halvi-runtime/files/private-files'

/** Returns the id of a data folder's site. It is created once in `DATA_DIR/site-id` and is part of each backup. */
export function siteId(dataDir: string): string {
  const file = join(dataDir, 'site-id')
  return readOrCreateSecret(file, () => Buffer.from(randomUUID()))
    .toString()
    .trim()
}
