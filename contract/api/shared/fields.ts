import * as z from 'zod/mini'
import { hasDirectionMarks } from '../../rules/shared/names.ts'
import { isSteamId } from '../../rules/accounts/steam-id.ts'

/** One line of text: no control characters and no half characters (lone surrogates), which no database takes. */
export const line = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'one line of text'))

/**
 * A name given by an operator: one line without direction marks, which could make it look like another name.
 */
export const nameLine = (max: number) =>
  line(max).check(z.refine((name) => !hasDirectionMarks(name), 'a name without direction marks'))

/** The same in either language. */
export const nameInEitherLanguage = (max: number) =>
  z.object({ zh: z._default(nameLine(max), ''), en: z._default(nameLine(max), '') })

/** The same with line ends and tabs. */
export const multilineText = (max: number) =>
  z
    .string()
    .check(z.maxLength(max), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, 'text without control characters'))

/** A text in both languages of the portal (B7). */
export const bothLanguages = (max: number) => z.object({ zh: multilineText(max), en: multilineText(max) })

/** The same, where one language may be left out. */
export const eitherLanguage = (max: number) =>
  z.object({ zh: z._default(multilineText(max), ''), en: z._default(multilineText(max), '') })

export const languageSchema = z.enum(['zh', 'en'])

export type Language = z.infer<typeof languageSchema>

/** B7: the language of a visitor who chose none. */
export const defaultLanguage: Language = 'zh'

/** The query of a call whose answer is text in one language. */
export const languageQuery = z.object({ language: z._default(languageSchema, defaultLanguage) })

/** Yes or no in an address. */
export const booleanText = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

/** An opaque id made by the server (UUIDv7). */
export const idSchema = z.uuid()
export const idParams = z.object({ id: idSchema })

/** A SteamID64, as text. */
export const steamIdSchema = z.string().check(z.refine(isSteamId, 'a SteamID64'))
