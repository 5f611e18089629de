import type { Service } from '@clutch/contract/api/console/console.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { IssueList, type Issue } from '../../../ui/messages/issue-list.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { useTimeAgo } from './use-time-ago.ts'

const stateStyles: Record<Service['state'], Pick<Issue, 'icon' | 'tone'>> = {
  good: { icon: 'check', tone: 'good' },
  late: { icon: 'clock', tone: 'busy' },
  bad: { icon: 'warning', tone: 'bad' },
  off: { icon: 'dash', tone: 'muted' },
}

/** How everything is that the portal depends on. */
export function ServicesPanel({ services }: { services: readonly Service[] }) {
  const { t } = useTranslation()
  const now = useNow()
  const ago = useTimeAgo()
  const nameOf = ({ what, name }: Service) => {
    if (what === 'backup') return t(($) => $.adminOverview.service.backup, { name })
    if (what === 'machine') return t(($) => $.adminOverview.service.machine, { name })
    return t(($) => $.adminOverview.service[what === 'provider' ? (name as 'wechat') : what])
  }
  const title = t(($) => $.adminOverview.services)
  return (
    <Panel title={title}>
      <IssueList
        label={title}
        issues={services.map((service) => ({
          key: `${service.what} ${service.name}`,
          ...stateStyles[service.state],
          title: nameOf(service),
          detail: [
            t(($) => $.adminOverview.serviceState[service.state]),
            ...(service.seen === null ? [] : [ago(service.seen, now)]),
            ...(service.problem === '' ? [] : [service.problem]),
          ].join(' · '),
        }))}
      />
    </Panel>
  )
}
