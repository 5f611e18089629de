import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

interface Answer {
  id: number
  value?: unknown
  error?: string
}

/** A program of its own, so that its CPU, memory and stalls are its own. Ends when its channel closes. */
export class Worker {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => this.#answered(message as Answer))
    child.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the worker ended'))
    })
  }

  /** Starts `bench/<file>`, which calls `serveWorker`. */
  static start(file: string, nodeOptions: readonly string[] = []): Worker {
    const options = { execArgv: [...nodeOptions], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] } as const
    const args = [...options.execArgv, join(import.meta.dirname, file)]
    return new Worker(spawn(process.execPath, args, { stdio: [...options.stdio] }))
  }

  /** Calls one of its tasks. */
  async ask<T>(task: string, payload: unknown = null): Promise<T> {
    this.#asked += 1
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#asked, answer)
    this.#child.send({ id: this.#asked, task, payload })
    return (await answer.promise) as T
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.disconnect()
    await once(this.#child, 'exit')
  }

  #answered({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  }
}

/** The worker's side: answers tasks until the channel closes, then runs `end` and exits. */
export function serveWorker(
  tasks: Record<string, (payload: never) => unknown>,
  end: () => Promise<void> | void = () => undefined,
): void {
  process.on('message', (message) => {
    const { id, task, payload } = message as { id: number; task: string; payload: never }
    void Promise.resolve()
      .then(() => tasks[task]?.(payload))
      .then(
        (value) => process.send?.({ id, value }),
        (error: unknown) => process.send?.({ id, error: String(error) }),
      )
  })
  process.on('disconnect', () => void Promise.resolve(end()).then(() => process.exit(0)))
}
