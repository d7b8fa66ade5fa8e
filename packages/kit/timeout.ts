/**
 * Resolves or rejects as `work` does.
 *
 * @throws Error after `timeoutMs` without a result
 */
export async function withTimeout<T>(work: Promise<T> | T, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`Timed out after ${timeoutMs} ms`))
    timer = setTimeout(fail, timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
