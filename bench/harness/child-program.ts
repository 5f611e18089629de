import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

interface TaskResult {
  id: number
  value?: unknown
  error?: string
}

type Tasks = Record<string, (payload: never) => unknown>

/** A program of its own, so that its CPU, memory and stalls are its own. Ends when its channel closes. */
export class ChildProgram<Served extends Tasks> {
  readonly #child: ChildProcess
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => this.#handleResult(message as TaskResult))
    child.on('exit', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('the worker ended'))
    })
  }

  /** Starts `bench/<file>`, which exports the tasks that it serves with `serveTasks`; `environment` is added to ours. */
  static start<Served extends Tasks>(
    file: string,
    nodeOptions: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
  ): ChildProgram<Served> {
    const args = [...nodeOptions, join(import.meta.dirname, '..', file)]
    const env = { ...process.env, ...environment }
    return new ChildProgram(
      spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env }),
    )
  }

  /** Calls one of its tasks. */
  async call<Name extends keyof Served>(
    task: Name,
    ...[payload]: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    this.#lastId += 1
    const answer = Promise.withResolvers<unknown>()
    this.#pending.set(this.#lastId, answer)
    this.#child.send({ id: this.#lastId, task, payload: payload ?? null })
    return (await answer.promise) as Awaited<ReturnType<Served[Name]>>
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.disconnect()
    await once(this.#child, 'exit')
  }

  #handleResult({ id, value, error }: TaskResult): void {
    const waiting = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  }
}

/** The worker's side: answers tasks until the channel closes, then runs `end` and exits. Returns the tasks, for their type. */
export function serveTasks<Served extends Tasks>(
  tasks: Served,
  end: () => Promise<void> | void = () => undefined,
): Served {
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
  return tasks
}
