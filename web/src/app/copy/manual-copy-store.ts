import { createStore } from '../../ui/state/store.ts'

/** The text the browser would not copy and that is offered in a field, or null. */
export const manualCopyStore = createStore<string | null>(null)
