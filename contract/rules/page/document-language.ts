import { type Language, defaultLanguage, languageSchema } from '../../api/shared/fields.ts'

/** The cookie with the visitor's language; it holds nothing else, and decides nothing but words. */
export const languageCookie = 'preferredLanguage'

interface LanguageWishes {
  /** The header of the request. */
  cookies?: string | undefined
  /** What follows `?` in the address. */
  query?: string | undefined
  /** The header `accept-language`. */
  accepted?: string | undefined
}

/**
 * Returns the language of a document (B7): the chosen one, else that of its address, else that of the visitor's browser, else the
 * portal's own.
 */
export function chooseDocumentLanguage({ cookies, query, accepted }: LanguageWishes): Language {
  return (
    readLanguageCookie(cookies) ??
    readLanguageQuery(query) ??
    preferAcceptedLanguage(accepted) ??
    defaultLanguage
  )
}

/** Returns the language that an address names if its query names nothing else; undefined otherwise. */
export function readLanguageQuery(query = ''): Language | undefined {
  const [, language] = /^language=(\w+)$/.exec(query) ?? []
  return languageSchema.safeParse(language).data
}

/** The query of a page's address in a language; that of the default language is empty. */
export function formatLanguageQuery(language: Language): string {
  return language === defaultLanguage ? '' : `?language=${language}`
}

function readLanguageCookie(cookies = ''): Language | undefined {
  const texts = cookies.split(';').map((cookie) => cookie.trim())
  const found = texts.find((text) => text.startsWith(`${languageCookie}=`))
  return languageSchema.safeParse(found?.slice(languageCookie.length + 1)).data
}

function preferAcceptedLanguage(accepted = ''): Language | undefined {
  const wishes = accepted.split(',').map((wish) => {
    const [tag = '', quality = 'q=1'] = wish.split(';').map((part) => part.trim())
    return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.replace('q=', '')) || 0 }
  })
  const known = wishes
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .flatMap(({ language }) => languageSchema.safeParse(language).data ?? [])
  return known[0]
}
