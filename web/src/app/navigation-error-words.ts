import { useTranslation } from '../locales/translate.ts'
import { useErrorWords } from './error-text.ts'
import { isOwnError, type NavigationError } from './navigation-error.ts'

/** What the error of a redirect says to the player. */
export function useNavigationErrorWords(): (error: NavigationError) => string {
  const { t } = useTranslation()
  const words = useErrorWords()
  return (error) => (isOwnError(error) ? t(($) => $.shell[error]) : words(error))
}
