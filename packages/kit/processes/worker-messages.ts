/** A message to the worker process. With an id it is a job; without one it gets no response. */
export interface WorkerRequest {
  id?: number
  message: unknown
}

/** The response to a job: its result, or its error as a plain object. */
export interface WorkerResult {
  id: number
  result?: unknown
  error?: unknown
}
