import type { Case, EvidenceLine } from '@clutch/contract/api/moderation/operator-cases.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Status } from '../../../ui/status/status-dot.tsx'

/** Cases in words. */
export function useCaseText() {
  const { t } = useTranslation()
  return {
    nameOf: ({ name, steamId }: Pick<Case, 'name' | 'steamId'>) => name || steamId,
    server: (server: Case['server']) => server?.name ?? t(($) => $.adminCases.noServer),
    content: ({ reportCount, flagCount }: Pick<Case, 'reportCount' | 'flagCount'>) =>
      [
        reportCount > 0 ? t(($) => $.adminCases.reportCount, { count: reportCount }) : '',
        flagCount > 0 ? t(($) => $.adminCases.flagCount, { count: flagCount }) : '',
      ]
        .filter((part) => part !== '')
        .join(' · '),
    assignee: ({ assignee, assigneeName }: Pick<Case, 'assignee' | 'assigneeName'>) =>
      assignee === null ? t(($) => $.adminCases.unassigned) : assigneeName || assignee,
    author: (author: string, name: string) => {
      if (author === 'operator') return t(($) => $.adminCases.token)
      if (author.startsWith('token:')) return t(($) => $.adminCases.apiToken, { name: author.slice(6) })
      return name || author
    },
    line: ({ kind, player, text = '', toTeam, victim, weapon = '', headshot }: EvidenceLine) => {
      const { name } = player
      if (kind === 'said')
        return toTeam
          ? t(($) => $.adminCases.saidToTeam, { name, text })
          : t(($) => $.adminCases.said, { name, text })
      if (kind === 'killed')
        return headshot
          ? t(($) => $.adminCases.killedByHead, { name, victim: victim?.name ?? '', weapon })
          : t(($) => $.adminCases.killed, { name, victim: victim?.name ?? '', weapon })
      return kind === 'connected'
        ? t(($) => $.adminCases.connected, { name })
        : t(($) => $.adminCases.left, { name })
    },
  }
}

/** Whether a case waits, is worked on, or how it ended. */
export function CaseStatus({
  item,
}: {
  item: Pick<Case, 'closed' | 'outcome' | 'assignee' | 'assigneeName'>
}) {
  const { t } = useTranslation()
  const words = useCaseText()
  const { outcome, assignee } = item
  if (outcome !== null)
    return (
      <Status tone={outcome === 'sanction' || outcome === 'upheld' ? 'bad' : 'muted'}>
        {t(($) => $.adminCases.outcomes[outcome])}
      </Status>
    )
  return <Status tone={assignee === null ? 'busy' : 'info'}>{words.assignee(item)}</Status>
}
