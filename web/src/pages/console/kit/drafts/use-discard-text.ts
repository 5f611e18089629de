import { useTranslation } from '../../../../locales/translate.ts'

/** Returns the texts of the console's question before it drops typed content. */
export function useDiscardText() {
  const { t } = useTranslation()
  return {
    title: t(($) => $.admin.form.discardTitle),
    message: t(($) => $.admin.form.discardText),
    action: t(($) => $.admin.form.discard),
    keep: t(($) => $.admin.form.keepWriting),
  }
}
