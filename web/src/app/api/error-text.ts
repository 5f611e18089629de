import { useSyncExternalStore } from 'react'
import { translate, useTranslation } from '../../locales/translate.ts'
import { errorWordsLoaded, loadErrorWords } from '../../locales/lazy-words.ts'
import { ApiError } from './api-error.ts'
import { logError } from '../errors/log-error.ts'

/** Turns an error of a call into words for the player. */
export function useErrorText(): (error: unknown) => string {
  const words = useErrorCodeText()
  return (error) => words(error instanceof ApiError ? error.code : 'unreadable')
}

/**
 * The words of an error's code. Those that are not there yet are fetched, and until they come something more general is said:
 * whoever shows it draws again then.
 */
export function useErrorCodeText(): (code: ApiError['code']) => string {
  useTranslation()
  useSyncExternalStore(errorWordsLoaded.subscribe, errorWordsLoaded.get)
  return getErrorCodeText
}

/** The same, once, outside of what is drawn. */
export function getErrorCodeText(code: ApiError['code']): string {
  const words = translate(($) => $.errors[code], { defaultValue: '' })
  if (words !== '') return words
  loadErrorWords().catch((error: unknown) => logError('loading the words of errors', error))
  return translate(($) => $.errors['portal.internal'])
}
