import { type Language, defaultLanguage, languageSchema } from '../../api/shared/fields.ts'

/** The cookie with the visitor's language; it holds nothing else, and decides nothing but words. */
export const languageCookie = 'preferredLanguage'

/**
 * Returns the language of a document (B7): the chosen one, else that of the visitor's browser, else the portal's own.
 * @param cookies the header of a request
 * @param accepted its `accept-language`
 */
export function chooseDocumentLanguage(cookies: string | undefined, accepted: string | undefined): Language {
  return readLanguageCookie(cookies) ?? preferAcceptedLanguage(accepted) ?? defaultLanguage
}

function readLanguageCookie(cookies = ''): Language | undefined {
  const texts = cookies.split(';').map((cookie) => cookie.trim())
  const found = texts.find((text) => text.startsWith(`${languageCookie}=`))
  return languageSchema.safeParse(found?.slice(languageCookie.length + 1)).data
}

function preferAcceptedLanguage(accepted = ''): Language | undefined {
  const wishes = accepted.split(',').map((wish) => {
    const [tag = '', quality = 'q=1'] = wish.trim().split(/\s*;\s*/)
    return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.replace('q=', '')) || 0 }
  })
  const known = wishes
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .flatMap(({ language }) => languageSchema.safeParse(language).data ?? [])
  return known[0]
}
