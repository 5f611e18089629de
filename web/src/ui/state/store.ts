import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get: () => Value
  /** The value that the portal renders with, and with which the browser's first rendering agrees. */
  getFirst: () => Value
  set: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates one value outside React that components watch with `useStore`.
 * @param first the value of a server-rendered page, where `initial` was read from this browser
 */
export function createStore<Value>(initial: Value, first: Value = initial): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    getFirst: () => first,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a store, updated live. */
export function useStore<Value>(store: Omit<Store<Value>, 'set'>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.getFirst)
}
