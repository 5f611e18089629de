/** Lets one loop sleep until it is called, a time is over or it shall stop. A call while it is awake is not lost. */
export class Signal {
  #called = false
  #wake: (() => void) | undefined

  notify(): void {
    this.#called = true
    this.#wake?.()
  }

  async wait(ms: number, stop: AbortSignal): Promise<void> {
    if (!this.#called && !stop.aborted) await this.#sleep(ms, stop)
    this.#called = false
  }

  #sleep(ms: number, stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        stop.removeEventListener('abort', wake)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(wake, ms)
      stop.addEventListener('abort', wake)
      this.#wake = wake
    })
  }
}
