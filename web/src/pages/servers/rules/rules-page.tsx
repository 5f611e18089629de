import { displayName } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '../../../app/router/router-provider.tsx'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Page, PageHeader, Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { BackLink, PageLink } from '../../../app/navigation/page-link.tsx'
import { allServers, listQuery, rulesQuery } from '../servers.queries.ts'
import { splitParagraphs, formatUpdated } from './rules-text.ts'
import styles from './rules-page.module.css'

/** D16: the operator's rules of a server. */
export function RulesPage() {
  const { t } = useTranslation()
  const { id } = useParams('/servers/rules/$id')
  const { details } = usePortal().features.servers.features
  const language = pageLanguage()
  const rules = useQuery(rulesQuery(id, language))
  const name = useServerName(id)
  const missing = rules.error instanceof ApiError && [400, 404].includes(rules.error.status)
  const updated = rules.data?.updated ?? null
  return (
    <Page measured>
      {details && !missing ? (
        <BackLink to="/servers/details/$id" params={{ id }}>
          {name ?? t(($) => $.servers.detail.toDetails)}
        </BackLink>
      ) : (
        <BackLink to="/servers">{t(($) => $.servers.detail.back)}</BackLink>
      )}
      <PageHeader
        title={t(($) => $.servers.rule.title)}
        tabTitle={[name ?? [], t(($) => $.servers.rule.title)].flat().join(' · ')}
        facts={
          updated !== null && (
            <span>{t(($) => $.servers.rule.updated, { date: formatUpdated(updated, language) })}</span>
          )
        }
      />
      {rules.isPending && <SkeletonRows rows={4} />}
      {missing && (
        <EmptyState
          icon="servers"
          title={t(($) => $.servers.detail.missing)}
          action={<PageLink to="/servers">{t(($) => $.servers.detail.back)}</PageLink>}
        >
          {t(($) => $.servers.detail.missingNext)}
        </EmptyState>
      )}
      {rules.isError && !missing && !rules.data && (
        <Note
          tone="bad"
          action={
            <Button size="sm" submitting={rules.isFetching} onClick={() => void rules.refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {t(($) => $.servers.detail.failed)}
        </Note>
      )}
      {rules.data && <Rules text={rules.data.text} />}
    </Page>
  )
}

function Rules({ text }: { text: string }) {
  const { t } = useTranslation()
  const lines = splitParagraphs(text)
  return (
    <Panel>
      {lines.length === 0 ? (
        <EmptyState icon="rules" title={t(($) => $.servers.rule.none)}>
          {t(($) => $.servers.rule.noneNext)}
        </EmptyState>
      ) : (
        <div className={styles.text}>
          {lines.map((line, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the text does not change while it is shown
            <p key={place}>{line}</p>
          ))}
        </div>
      )}
    </Panel>
  )
}

/** The server's name, when the list is already known to the page. */
function useServerName(id: string): string | null {
  const { data } = useQuery({ ...listQuery(allServers), enabled: false })
  const server = data?.servers.find((one) => one.id === id)
  return server === undefined ? null : displayName(server)
}
