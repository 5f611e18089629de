/** What a browser offers when the page can be installed; only Chromium's do. */
export interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The offer, from the moment it came; it comes once, before any part that wants it is there. */
export const installOffer: { prompt: InstallPrompt | null; tell: () => void } = {
  prompt: null,
  tell: () => undefined,
}

/** F3: keeps the browser's offer for the button that asks for it. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.prompt = event as InstallPrompt
    installOffer.tell()
  })
}
