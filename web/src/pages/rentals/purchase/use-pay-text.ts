import { useTranslation } from '../../../locales/translate.ts'

/** What the pay button of a server says, with its sum or, while that is unknown, without. */
export function usePayText(): (amount: string | null) => string {
  const { t } = useTranslation()
  return (amount) =>
    amount === null ? t(($) => $.practiceBuy.submitPlain) : t(($) => $.practiceBuy.submit, { amount })
}
