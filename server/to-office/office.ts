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
    this.#pings = setInterval(() => this.#ping(), officeLimits.askMs).unref()
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
    if (!this.isUp && this.#readyAt !== undefined) this.#up()
    if (message.type === 'leaderboard') this.#options.onLeaderboard()
    else if (message.type === 'failed') this.#failed(message)
    else if (message.type === 'ready') this.#ready()
  }

  #ready(): void {
    this.#readyAt = performance.now()
    this.#up()
    this.#onReady()
  }

  #up(): void {
    this.isUp = true
    if (this.#downSince) {
      const seconds = Math.round((Date.now() - this.#downSince.getTime()) / 1000)
      this.#options.log.info({ since: this.#downSince, seconds }, 'office runs again')
      this.#downSince = undefined
    }
  }

  /** Counts the office as away. Logs only the begin of the outage. */
  #down(reason: string, message: string): void {
    this.isUp = false
    if (this.#downSince) return
    this.#downSince = new Date()
    this.#options.log.error({ reason }, message)
  }

  #failed({ message, isFixable }: Extract<FromOffice, { type: 'failed' }>): void {
    this.#onFailed(isFixable ? new StartError(message) : new Error(message))
    if (this.#downSince && this.#failures <= 1) {
      this.#options.log.error({ reason: message }, 'office cannot start')
    }
  }

  #ended(office: StartedOffice, reason: string): void {
    if (this.#isClosed || office !== this.#started) return
    this.#started = undefined
    this.#onFailed(new Error(`The office ended: ${reason}`))
    this.#down(reason, 'office ended and is started again')
    const isSteady = this.#readyAt !== undefined && performance.now() - this.#readyAt > steadyMs
    const delays = isSteady ? 0 : this.#failures
    this.#failures = delays + 1
    const delay = restartMs[Math.min(delays, restartMs.length - 1)]
    this.#restart = setTimeout(() => this.#startNow(), delay).unref()
  }

  /** Asks the office whether it responds, which a loop or a stopped process does not. */
  #ping(): void {
    const started = this.#started
    // A start may take long: it opens all documents.
    if (!started || this.#readyAt === undefined || this.#isClosed) return
    const silence = performance.now() - this.#lastWord
    if (this.isUp && silence > officeLimits.quietMs)
      this.#down('no response', 'office does not respond')
    if (silence > officeLimits.silentMs) started.kill()
    started.send({ type: 'ping' })
  }
}
