import type { Attention } from '@clutch/contract/api/console/console.ts'
import { useTranslation } from '../../../locales/translate.ts'
import type { IconName } from '../../../ui/icons/icon.tsx'
import { IssueList } from '../../../ui/messages/issue-list.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import type { ConsoleAddress } from '../kit/console-paths.ts'
import { useProblemText } from '../notifications/use-problem-text.ts'

const icons: Record<Attention['kind'], IconName> = {
  order: 'receipt',
  refund: 'receipt',
  refundRequest: 'receipt',
  alert: 'warning',
  question: 'question',
  case: 'warning',
  vip: 'crown',
  vipUnset: 'crown',
  rental: 'target',
  gameOutdated: 'target',
  gameUpdateFailed: 'target',
  loginTokens: 'target',
  feed: 'servers',
  inventory: 'warning',
  channel: 'bell',
  setting: 'settings',
  update: 'info',
}

/** Where something is handled. */
function addressOfAttention({ kind, id, count }: Attention): ConsoleAddress {
  const addresses: Record<Attention['kind'], ConsoleAddress> = {
    order: count === 1 ? `orders/${id}` : 'orders?state=paid',
    refund: `orders/${id}`,
    refundRequest: `orders/${id}`,
    alert: 'orders/alerts',
    question: 'orders/questions',
    case: count === 1 ? `cases/${id}` : 'cases',
    vip: 'prices/privileges',
    vipUnset: 'servers/commands',
    rental: 'rentals?trouble=true',
    gameOutdated: 'rentals/updates',
    gameUpdateFailed: 'rentals/updates',
    loginTokens: 'rentals/settings',
    feed: `servers?server=${id}&tab=config`,
    inventory: 'announcements/texts',
    channel: 'notifications',
    update: 'settings',
    setting: /^(features|join)\b/.test(id) ? 'settings/switches' : 'announcements/texts',
  }
  return addresses[kind]
}

/** What nothing will move but an operator, and where each is handled. */
export function AttentionPanel({ attention }: { attention: readonly Attention[] }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const detailOf = ({ kind, name, problem }: Attention) => {
    if (kind === 'feed')
      return t(($) => $.adminOverview.missing, { name, n: Math.ceil(Number(problem) / 1000) })
    const shown = kind === 'channel' ? problemText(problem) : problem
    return [name, shown].filter((text) => text !== '').join(' · ')
  }
  const title = t(($) => $.adminOverview.attention)
  return (
    <Panel title={title}>
      <IssueList
        label={title}
        issues={attention.map((one) => ({
          key: `${one.kind} ${one.id}`,
          icon: icons[one.kind],
          tone: 'busy',
          title: t(($) => $.adminOverview.attentionKinds[one.kind], { n: one.count }),
          detail: detailOf(one),
          action: <ConsoleLink to={addressOfAttention(one)}>{t(($) => $.adminOverview.look)}</ConsoleLink>,
        }))}
      />
    </Panel>
  )
}
