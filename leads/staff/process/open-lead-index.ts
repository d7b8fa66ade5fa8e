import type { Logger } from 'pino'
import { createLeadIndex, type LeadIndex } from '../index/lead-index.ts'
import { IndexProcess } from './index-process.ts'

/** Opens the index of leads when it is needed, in a process of its own where that is wanted. */
export function openLeadIndex(options: {
  dataDir: string
  databaseUrl?: string | undefined
  indexProcess?: boolean | undefined
  log: Logger
}): LeadIndex {
  const { dataDir, databaseUrl, indexProcess, log } = options
  const source = { dataDir, databaseUrl }
  if (!indexProcess) return createLeadIndex(source, log)
  const index = new IndexProcess(source, log)
  index.indexSoon()
  return index
}
