import type { OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'

type FaqTexts = Pick<OperatorFaq, 'question' | 'answer'>

/** The languages in which players see a question: those that have both it and its answer. */
export function completeLanguages({ question, answer }: FaqTexts): ('zh' | 'en')[] {
  return (['zh', 'en'] as const).filter(
    (language) => question[language].trim() !== '' && answer[language].trim() !== '',
  )
}
