import type { ServerResponse } from 'node:http'
import type { Connection } from '../../app/metrics/live-counts.ts'

/** What an answer is sent on, for those that have no end. */
export function connectionOf(res: ServerResponse | undefined): Connection | undefined {
  return (
    res && {
      get unsentBytes() {
        return res.writableLength
      },
      cut: () => void res.destroy(),
    }
  )
}
