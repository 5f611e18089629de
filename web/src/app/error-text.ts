import { useSyncExternalStore } from 'react'
import { translate, useTranslation } from '../locales/translate.ts'
import { errorWordsThere, loadErrorWords } from '../locales/later.ts'
import { ApiError } from './api-error.ts'
import { report } from './report.ts'

/** Turns an error of a call into words for the player. */
export function useErrorText(): (error: unknown) => string {
  const words = useErrorWords()
  return (error) => words(error instanceof ApiError ? error.code : 'unreadable')
}

/**
 * The words of an error's code. Those that are not there yet are fetched, and until they come something more general is said:
 * whoever shows it draws again then.
 */
export function useErrorWords(): (code: ApiError['code']) => string {
  useTranslation()
  useSyncExternalStore(errorWordsThere.subscribe, errorWordsThere.get)
  return errorWords
}

/** The same, once, outside of what is drawn. */
export function errorWords(code: ApiError['code']): string {
  const words = translate(($) => $.errors[code], { defaultValue: '' })
  if (words !== '') return words
  loadErrorWords().catch((error: unknown) => report('loading the words of errors', error))
  return translate(($) => $.errors['portal.internal'])
}
