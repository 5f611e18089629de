import { lazyComponent } from '../../../app/browser/lazy-component.tsx'
import { withWords } from '../../../locales/lazy-words.ts'

/** Loaded with the page where there is a session, else when the browser is idle. */
export const OwnStore = lazyComponent(() => withWords('payment', import('./own-store.tsx')), 'OwnStore')
