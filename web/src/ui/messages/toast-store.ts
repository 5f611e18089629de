import { maxVisibleToasts } from '@clutch/contract/limits.ts'
import { createStore } from '../state/store.ts'

export interface Toast {
  id: number
  tone: 'good' | 'bad' | 'info'
  title: string
  detail?: string | undefined
}

export const toastStore = createStore<readonly Toast[]>([])

let lastId = 0

/** Reports at the bottom right what the user just did; the oldest goes when a fourth comes. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toastStore.set([...toastStore.get(), { ...toast, id: lastId }].slice(-maxVisibleToasts))
}

export function closeToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}
