/** Wakes a background loop early. A call while nobody waits ends the next wait immediately. */
export class Alarm {
  #isRung = false
  #end: (() => void) | undefined

  /** Ends the current wait, or the next one. */
  ring(): void {
    if (this.#end) this.#end()
    else this.#isRung = true
  }

  /** Resolves after a time in milliseconds, or when the alarm rings. Does not keep the process running. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref()
        this.#end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#end = undefined
    }
    this.#isRung = false
  }
}
