import type { Reply } from '@clutch/contract/api/call.ts'
import type { listDemos } from '@clutch/contract/api/rentals/demos.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { formatFileSize } from './file-size.ts'

/** G17: how much of its space and number a server's demos take; past either the oldest are deleted. */
export function DemoUsage({ usage }: { usage: Reply<typeof listDemos>['data']['usage'] }) {
  const { t, i18n } = useTranslation()
  const { count, maxCount, bytes, maxBytes } = usage
  return (
    <FormText small>
      {t(($) => $.practiceDialogs.demos.usage, {
        used: formatFileSize(bytes, i18n.language),
        quota: formatFileSize(maxBytes, i18n.language),
        count,
        max: maxCount,
      })}
    </FormText>
  )
}
