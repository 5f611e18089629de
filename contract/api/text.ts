import * as z from 'zod/mini'

/** A text in both languages of the portal (B7). */
export const bothLanguages = (max: number) =>
  z.object({ zh: z.string().check(z.maxLength(max)), en: z.string().check(z.maxLength(max)) })

/** The same from somebody who may leave a language out. */
export const eitherLanguage = (max: number) =>
  z.object({
    zh: z._default(z.string().check(z.maxLength(max)), ''),
    en: z._default(z.string().check(z.maxLength(max)), ''),
  })

export const languageSchema = z.enum(['zh', 'en'])

export type Language = z.infer<typeof languageSchema>

/** B7: the language of a visitor who chose none. */
export const defaultLanguage: Language = 'zh'

/** The query of a call whose answer is text in one language. */
export const languageQuery = z.object({ language: z._default(languageSchema, defaultLanguage) })

/** An address a page may link to: http or https only, so that no text of the operator becomes a script. */
export const webAddress = z
  .string()
  .check(z.maxLength(500), z.regex(/^https?:\/\/[^\s"'<>]+$/u, 'an http or https address'))

/** An opaque id made by the server (UUIDv7). */
export const idSchema = z.uuid()
export const idParams = z.object({ id: idSchema })
