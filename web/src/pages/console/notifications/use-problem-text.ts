import { readChannelProblem } from '@clutch/contract/rules/notifications/channel-problems.ts'
import { useTranslation } from '../../../locales/translate.ts'

/** Says what to change where a stored problem names one that an operator can solve, before what the service answered. */
export function useProblemText(): (problem: string) => string {
  const { t } = useTranslation()
  return (problem) => {
    const known = readChannelProblem(problem)
    if (!known) return problem
    const hint = t(($) => $.adminNotifications.channels.problems[known], { host: window.location.host })
    return `${hint} (${problem.slice(known.length + 2)})`
  }
}
