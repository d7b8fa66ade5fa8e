/** Calls `work` so often a second, evenly, at once for the first time; what is returned ends it. */
export function steadily(perSecond: number, work: (n: number) => void): () => void {
  const started = performance.now()
  let done = 0
  const catchUp = () => {
    const due = 1 + ((performance.now() - started) / 1000) * perSecond
    // After a stall of the machine no burst: the rate is a promise.
    if (due - done > perSecond / 2) done = Math.floor(due - perSecond / 2)
    while (done < due) work(done++)
  }
  const timer = setInterval(catchUp, 10)
  catchUp()
  return () => clearInterval(timer)
}

/** Does it so many times as fast as `perSecond`, then no more. */
export function upTo(times: number, perSecond: number, work: (n: number) => void): () => void {
  return steadily(perSecond, (n) => {
    if (n < times) work(n)
  })
}
