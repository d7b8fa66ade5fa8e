/** What goes to the process: with an id it is a job, without one it is only told. */
export interface WorkerRequest {
  id?: number
  message: unknown
}

/** What comes back for a job: what it gave, or the error that it threw, as a plain object. */
export interface WorkerAnswer {
  id: number
  answer?: unknown
  error?: unknown
}
