import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { CopyButton } from '../../../../app/copy/copy-button.tsx'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Facts } from '../../../../ui/tables/facts.tsx'
import { Panel, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { Code } from '../../../../ui/text/text.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import styles from '../orders.module.css'
import { providersQuery, type Provider } from '../orders.queries.ts'

const tones = { good: 'good', late: 'busy', failing: 'bad' } as const

/** H3: the providers that are set up, whether they work, and the address each has to be given. */
export function ProvidersPanel() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(providersQuery)
  return (
    <Stack>
      <h2>{t(($) => $.adminOrders.reports.providers)}</h2>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data === undefined && error === null && <SkeletonRows rows={3} />}
      {data?.length === 0 && (
        <EmptyState icon="dash" title={t(($) => $.adminOrders.reports.none)}>
          {t(($) => $.adminOrders.reports.noneNext)}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <div className={styles.cards}>
          {data.map((provider) => (
            <ProviderItem key={provider.provider} provider={provider} />
          ))}
        </div>
      )}
    </Stack>
  )
}

function ProviderItem({ provider: one }: { provider: Provider }) {
  const { t } = useTranslation()
  const name = t(($) => $.adminOrders.methods[one.provider])
  const failure = one.lastFailure === null ? '' : `, ${one.problem}`
  return (
    <Panel
      title={name}
      action={<Status tone={tones[one.state]}>{t(($) => $.adminOrders.reports.health[one.state])}</Status>}
    >
      <Stack>
        {one.emulated && (
          <div>
            <Tag tone="t">{t(($) => $.adminOrders.reports.emulated)}</Tag>
          </div>
        )}
        <Facts
          facts={[
            {
              name: t(($) => $.adminOrders.reports.notify),
              text: (
                <Row gap="xs">
                  <Code>{one.notifyUrl}</Code>
                  <CopyButton
                    text={one.notifyUrl}
                    label={t(($) => $.adminOrders.reports.copyNotify, { provider: name })}
                  />
                </Row>
              ),
            },
            { name: t(($) => $.adminOrders.reports.host), text: <Code>{one.host}</Code> },
            { name: t(($) => $.adminOrders.reports.lastPaid), text: formatConsoleTime(one.lastPaid) },
            { name: t(($) => $.adminOrders.reports.lastNotify), text: formatConsoleTime(one.lastNotify) },
            {
              name: t(($) => $.adminOrders.reports.lastFailure),
              text: `${formatConsoleTime(one.lastFailure)}${failure}`,
            },
            { name: t(($) => $.adminOrders.reports.open), text: one.open },
          ]}
        />
      </Stack>
    </Panel>
  )
}
