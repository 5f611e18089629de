import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'
import { offered } from './install-prompt.ts'

/** How the page becomes an app here: by the browser's own prompt, it is one, or by the browser's menu. */
export type InstallState = 'promptable' | 'installed' | 'manual'

const standalone = '(display-mode: standalone)'
const store = createStore<InstallState>(read())

offered.tell = () => store.set(read())
addEventListener('appinstalled', () => {
  offered.prompt = null
  store.set('installed')
})

/** F3: whether the page can be installed, and the browser's prompt. */
export function useInstall(): { state: InstallState; prompt: () => Promise<void> } {
  return { state: useSyncExternalStore(store.subscribe, store.get), prompt: ask }
}

/** Shows the browser's prompt, which can be shown once. */
async function ask(): Promise<void> {
  const { prompt } = offered
  if (prompt === null) return
  offered.prompt = null
  await prompt.prompt()
  store.set(read())
}

function read(): InstallState {
  if (matchMedia(standalone).matches) return 'installed'
  return offered.prompt === null ? 'manual' : 'promptable'
}
