/** Calls `work` at an even rate, the first time immediately. Returns a function that stops the calls. */
export function steadily(perSecond: number, work: (n: number) => void): () => void {
  const started = performance.now()
  let done = 0
  const catchUp = () => {
    const due = 1 + ((performance.now() - started) / 1000) * perSecond
    // Skips calls after a stall of the machine, so that no burst exceeds the rate.
    if (due - done > perSecond / 2) done = Math.floor(due - perSecond / 2)
    while (done < due) work(done++)
  }
  const timer = setInterval(catchUp, 10)
  catchUp()
  return () => clearInterval(timer)
}

/** Calls `work` at an even rate until `times` calls are made. Returns a function that stops it earlier. */
export function upTo(times: number, perSecond: number, work: (n: number) => void): () => void {
  return steadily(perSecond, (n) => {
    if (n < times) work(n)
  })
}
