import type { Logger } from 'pino'
import type { FirstDelivery } from './delivery/delivery.ts'
import type { LeadObserver } from './observer.ts'
import { createNetworkHash } from './referrals/network-hash.ts'
import type { LeadStore } from './store/store.ts'
import type { StoreContext } from './store/store-context.ts'
import type { Submissions } from './submissions.ts'
import type { openRateLimiter } from './submit/rate-limit.ts'

interface Options extends StoreContext {
  store: Pick<LeadStore, 'add'>
  /** Delivers leads to the form endpoint; undefined if they are only stored. */
  delivery: FirstDelivery | undefined
  rateLimiter: Pick<Awaited<ReturnType<typeof openRateLimiter>>, 'consume'>
  /** Whether submissions are answered by mail. */
  isAnswered: boolean
  observer: LeadObserver | undefined
  log: Logger
}

/** Returns the part of the leads that receives submissions of forms. */
export function createSubmissions(options: Options): Submissions {
  const { inTransaction, clock, store, delivery, rateLimiter, isAnswered, observer, log } = options
  return {
    consume: rateLimiter.consume,
    hashNetwork: createNetworkHash(inTransaction, clock),

    async receive(submission, onStored) {
      const sender = submission.delivered && !submission.spam ? delivery : undefined
      const { lead, added, id } = await store.add(submission, sender?.lease())
      if (isAnswered) onStored?.(id)
      log.info({ lead: lead.id, form: lead.form, added, spam: submission.spam }, 'lead')
      observer?.arrived(lead.form, submission.spam ? 'spam' : added ? 'new' : 'repeated')
      // The mailer is not woken: its work takes longer for a known person, and the response's time must not reveal it.
      if (!sender || lead.state === 'stored' || lead.state === 'delivered') return 'taken'
      const accepted = await (added ? sender.first(lead) : sender.repeat(lead))
      return accepted ? 'taken' : 'undelivered'
    },

    responded: (form, status) => observer?.responded(form, status),
  }
}
