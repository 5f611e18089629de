import { createStore, useStore } from '../../ui/state/store.ts'

export type Theme = 'dark' | 'light'

/** Also read by `public/theme.js`, which sets the theme before the first paint. */
export const themeKey = 'theme'
const store = createStore<Theme>(readTheme(), 'dark')

/** Applies a theme at once and keeps it for the next visit, where the browser allows keeping anything. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // The choice then lives as long as this page.
  }
  store.set(theme)
}

function readTheme(): Theme {
  if (import.meta.env.SSR) return 'dark'
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'
}

export function useTheme(): Theme {
  return useStore(store)
}
