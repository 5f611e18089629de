import { createStore, useStore } from '../../ui/state/store.ts'
import { installOffer } from './install-prompt.ts'

/** How the page becomes an app here: by the browser's own prompt, it is one, or by the browser's menu. */
export type InstallState = 'promptable' | 'installed' | 'manual'

const standalone = '(display-mode: standalone)'
const store = createStore<InstallState>(readInstallState(), 'manual')

installOffer.tell = () => store.set(readInstallState())
if (!import.meta.env.SSR)
  addEventListener('appinstalled', () => {
    installOffer.prompt = null
    store.set('installed')
  })

/** F3: whether the page can be installed, and the browser's prompt. */
export function useInstall(): { state: InstallState; prompt: () => Promise<void> } {
  return { state: useStore(store), prompt: showInstallPrompt }
}

/** Shows the browser's prompt, which can be shown once. */
async function showInstallPrompt(): Promise<void> {
  const { prompt } = installOffer
  if (prompt === null) return
  installOffer.prompt = null
  await prompt.prompt()
  store.set(readInstallState())
}

function readInstallState(): InstallState {
  if (import.meta.env.SSR) return 'manual'
  if (matchMedia(standalone).matches) return 'installed'
  return installOffer.prompt === null ? 'manual' : 'promptable'
}
