import { AsyncLocalStorage } from 'node:async_hooks'

/** What the work of this moment belongs to: everything it awaits has the same scope. */
export interface Scope {
  /** The request that asked for it, also where a job does it later; null for work of its own, such as a nightly cleanup. */
  requestId: string | null
  /** The span that encloses it, where traces are written. */
  span: unknown
}

const storage = new AsyncLocalStorage<Scope>()

export function currentScope(): Scope | undefined {
  return storage.getStore()
}

export function runInScope<T>(scope: Scope, work: () => T): T {
  return storage.run(scope, work)
}
