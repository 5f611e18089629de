import { languageCookie } from '@clutch/contract/rules/page/document-language.ts'
import { defaultLanguage, languageSchema, type Language } from '@clutch/contract/api/shared/fields.ts'
import { startWords } from './translate.ts'

/** B7: where the choice is kept. */
const storageKey = 'preferredLanguage'

/** The cache of `public/sw.js`, which fills again. */
const keptPages = 'clutch-shell'

const languageCookieSeconds = 365 * 24 * 3_600

/** What `<html lang>` says of a language, so that the browser picks the Chinese forms of shared characters. */
const htmlLang: Record<Language, string> = { zh: 'zh-CN', en: 'en' }

const loaders = {
  zh: async () => (await import('./zh/index.ts')).zh,
  en: async () => (await import('./en/index.ts')).en,
}

/**
 * B7: the visitor's language: the chosen one, else that of the document, which follows the languages of the browser and is Chinese
 * where it names neither.
 */
export function preferredLanguage(): Language {
  return chosenLanguage() ?? documentLanguage()
}

function documentLanguage(): Language {
  const { lang } = document.documentElement
  return lang === htmlLang.en ? 'en' : defaultLanguage
}

/** Repeats the choice in a cookie, so that the portal renders its documents in this language. */
function writeLanguageCookie(language: Language): void {
  const held = `${languageCookie}=${language}`
  if (!document.cookie.split('; ').includes(held))
    document.cookie = `${held}; path=/; max-age=${languageCookieSeconds}; samesite=lax`
}

/** Whether the visitor has chosen a language in this browser. */
export function isLanguageChosen(): boolean {
  return chosenLanguage() !== undefined
}

function chosenLanguage(): Language | undefined {
  try {
    return languageSchema.safeParse(localStorage.getItem(storageKey)).data
  } catch {
    return undefined
  }
}

/** C8: what a mail's link was written in, for a browser in which no language was chosen. */
export function chooseLanguage(language: string | null): void {
  const read = languageSchema.safeParse(language)
  if (!read.success) return
  try {
    if (localStorage.getItem(storageKey) === null) localStorage.setItem(storageKey, read.data)
  } catch {
    // The page is in the default language then.
  }
}

/** B7: keeps the choice and loads the page again. */
export function switchLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
    writeLanguageCookie(language)
  } catch {
    return
  }
  // The last content of the pages is in the other language.
  const reload = () => location.reload()
  if ('caches' in globalThis) caches.delete(keptPages).then(reload, reload)
  else reload()
}

/** Loads the words of one language only and makes them the page's. */
export async function startLanguage(): Promise<void> {
  const language = preferredLanguage()
  if (isLanguageChosen()) writeLanguageCookie(language)
  document.documentElement.lang = htmlLang[language]
  startWords(language, await loaders[language]())
}
