import type { Logger } from 'pino'
import { createLeadIndex, type LeadIndex } from '../index/lead-index.ts'
import type { LeadSource } from '../index/open-index.ts'
import { IndexProcess } from './index-process.ts'

/** Opens the index of leads when it is needed, in a process of its own where that is wanted. */
export function openLeadIndex(
  source: LeadSource,
  { indexProcess, log }: { indexProcess?: boolean | undefined; log: Logger },
): LeadIndex {
  if (!indexProcess) return createLeadIndex(source, log)
  const index = new IndexProcess(source, log)
  index.indexSoon()
  return index
}
