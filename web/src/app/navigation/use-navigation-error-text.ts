import { useTranslation } from '../../locales/translate.ts'
import { useErrorCodeText } from '../api/error-text.ts'
import { isOwnError, type NavigationError } from './navigation-error.ts'

/** What the error of a redirect says to the player. */
export function useNavigationErrorText(): (error: NavigationError) => string {
  const { t } = useTranslation()
  const words = useErrorCodeText()
  return (error) => (isOwnError(error) ? t(($) => $.shell[error]) : words(error))
}
