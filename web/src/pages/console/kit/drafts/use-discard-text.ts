import { useTranslation } from '../../../../locales/translate.ts'

/** What the console asks before it drops what somebody wrote. */
export function useDiscardText() {
  const { t } = useTranslation()
  return {
    title: t(($) => $.admin.form.discardTitle),
    message: t(($) => $.admin.form.discardText),
    action: t(($) => $.admin.form.discard),
    keep: t(($) => $.admin.form.keepWriting),
  }
}
