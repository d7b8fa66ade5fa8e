import { catchError, defer, type Observable, of, retry, throwError, timer } from 'rxjs'

type Failure = { isNetworkError?: boolean; statusCode?: number; message: string }

/**
 * Sends a request, and retries changes while the server is unreachable, because the Studio discards edits whose change
 * fails. It retries only changes with a transaction id, which all edits have. If only the response was lost, the
 * server reports that the transaction already exists, and the change counts as saved.
 */
export function retryThroughOutage<Event>(
  body: unknown,
  send: () => Observable<Event>,
): Observable<Event> {
  const { transactionId } = (body ?? {}) as { transactionId?: string }
  if (!transactionId) return send()
  let isRepeated = false
  return defer(send).pipe(
    retry({
      delay: (failure: Failure) => {
        const { isNetworkError, statusCode = 0 } = failure
        if (!isNetworkError && ![502, 503, 504].includes(statusCode)) throw failure
        isRepeated = true
        return timer(1000)
      },
    }),
    catchError((failure: Failure) => {
      const isDone = failure.message.includes(`Transaction "${transactionId}" already exists`)
      if (!isRepeated || !isDone) return throwError(() => failure)
      return of({ type: 'response', statusCode: 200, body: { transactionId } } as Event)
    }),
  )
}
