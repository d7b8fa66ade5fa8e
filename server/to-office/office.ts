import { StartError } from 'halvi-kit/processes/start-error'
import type {
  FromOffice,
  OfficeConfig,
  StartedOffice,
  StartOffice,
  ToOffice,
} from 'halvi-site/office-protocol'
import type { Logger } from 'pino'
import { officeLimits } from '../limits.ts'

/** Delays before the office is started again, in milliseconds. The last one is used for all further starts. */
const restartMs = [100, 500, 1_000, 2_000, 5_000, 10_000]

/** An office that has run for this long starts again without delay, in milliseconds. */
const steadyMs = 60_000

interface Options {
  start: StartOffice
  config: OfficeConfig
  /** Called when people on the leaderboard have changed. */
  onLeaderboard(): void
  log: Logger
}

/** Runs the office and starts it again when it ends. Logs one line at the begin and one at the end of an outage. */
export class Office {
  /** Whether the office serves requests. */
  isUp = false
  /** Starts so far. */
  starts = 0
  readonly #options: Options
  #started: StartedOffice | undefined
  #readyAt: number | undefined
  #downSince: Date | undefined
  #failures = 0
  #lastWord = performance.now()
  #isClosed = false
  #restart: NodeJS.Timeout | undefined
  readonly #pings: NodeJS.Timeout
  #onReady = () => {}
  #onFailed = (_error: Error) => {}

  constructor(options: Options) {
    this.#options = options
    this.#pings = setInterval(() => this.#ping(), officeLimits.silentMs / 6).unref()
  }

  /**
   * Starts the office. Resolves when it serves requests.
   *
   * @throws StartError if it can't start, with its reason in one line; Error with the stack of other errors
   */
  async start(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      this.#onReady = resolve
      this.#onFailed = reject
    })
    this.#startNow()
    await ready
  }

  /** Sends a message, unless there is no office. It then finds everything in its stores when it starts. */
  tell(message: ToOffice): void {
    if (this.isUp) this.#started?.send(message)
  }

  /** Ends the office. Resolves when it has closed its stores. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.isUp = false
    clearInterval(this.#pings)
    clearTimeout(this.#restart)
    await this.#started?.stop()
  }

  #startNow(): void {
    if (this.#isClosed) return
    this.starts++
    this.#readyAt = undefined
    this.#lastWord = performance.now()
    const started = this.#options.start({
      message: (message) => this.#receive(message),
      ended: (reason) => this.#ended(started, reason),
    })
    this.#started = started
    started.send({ type: 'start', config: this.#options.config })
  }

  #receive(message: FromOffice): void {
    this.#lastWord = performance.now()
    if (message.type === 'leaderboard') this.#options.onLeaderboard()
    else if (message.type === 'failed') this.#failed(message)
    else if (message.type === 'ready') this.#ready()
  }

  #ready(): void {
    this.isUp = true
    this.#readyAt = performance.now()
    if (this.#downSince) {
      const seconds = Math.round((Date.now() - this.#downSince.getTime()) / 1000)
      this.#options.log.info({ since: this.#downSince, seconds }, 'office runs again')
      this.#downSince = undefined
    }
    this.#onReady()
  }

  #failed({ message, isFixable }: Extract<FromOffice, { type: 'failed' }>): void {
    this.#onFailed(isFixable ? new StartError(message) : new Error(message))
    if (this.#downSince && this.#failures <= 1) {
      this.#options.log.error({ reason: message }, 'office cannot start')
    }
  }

  #ended(office: StartedOffice, reason: string): void {
    if (this.#isClosed || office !== this.#started) return
    this.isUp = false
    this.#started = undefined
    this.#onFailed(new Error(`The office ended: ${reason}`))
    const { log } = this.#options
    if (!this.#downSince) {
      this.#downSince = new Date()
      log.error({ reason }, 'office ended and is started again')
    }
    const isSteady = this.#readyAt !== undefined && performance.now() - this.#readyAt > steadyMs
    const delays = isSteady ? 0 : this.#failures
    this.#failures = delays + 1
    const delay = restartMs[Math.min(delays, restartMs.length - 1)]
    this.#restart = setTimeout(() => this.#startNow(), delay).unref()
  }

  /** Ends an office that does not respond, for example because of a loop. */
  #ping(): void {
    const started = this.#started
    if (!started || this.#isClosed) return
    if (performance.now() - this.#lastWord > officeLimits.silentMs) {
      this.#options.log.error('office does not respond and is ended')
      this.#lastWord = performance.now()
      started.kill()
    }
    started.send({ type: 'ping' })
  }
}
