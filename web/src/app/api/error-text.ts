import { translate, useTranslation } from '../../locales/translate.ts'
import { errorWordsLoaded, loadErrorWords } from '../../locales/lazy-words.ts'
import type { SignInError } from '../navigation/navigation-errors.ts'
import { ApiError } from './api-error.ts'
import { logError } from '../errors/log-error.ts'
import { useStore } from '../../ui/state/store.ts'

type ErrorWord = ApiError['code'] | SignInError

/** Turns an error of a call into words for the player. */
export function useErrorText(): (error: unknown) => string {
  const words = useErrorCodeText()
  return (error) => words(error instanceof ApiError ? error.code : 'unreadable')
}

/**
 * Returns the text of an error code. Texts that are not loaded yet are fetched; until they arrive a more
 * general one is used, and the component then renders again.
 */
export function useErrorCodeText(): (code: ErrorWord) => string {
  useTranslation()
  useStore(errorWordsLoaded)
  return getErrorCodeText
}

/** Returns the same text once, outside of rendering. */
export function getErrorCodeText(code: ErrorWord): string {
  const words = translate(($) => $.errors[code], { defaultValue: '' })
  if (words !== '') return words
  loadErrorWords().catch((error: unknown) => logError('loading the words of errors', error))
  return translate(($) => $.errors['portal.internal'])
}
