/** What the browser hands over only once must be captured before the files of the page are evaluated over several tasks. */
import { captureInstallPrompt } from '../browser/install-prompt.ts'
import { captureUrlCredentials } from '../sign-in/url-credentials.ts'

captureUrlCredentials()
captureInstallPrompt()
