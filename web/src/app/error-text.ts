import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'

/** Turns an error of a call into words for the player. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    const code = error instanceof ApiError ? error.code : 'unreadable'
    return t(($) => $.errors[code])
  }
}
