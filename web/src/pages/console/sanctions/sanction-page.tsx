import {
  type SanctionDetail,
  operatorChangeSanction,
  operatorLiftSanction,
} from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { mayActOnServers } from '@clutch/contract/rules/moderation/sanctions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Panel, Row } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { type Fact, Facts } from '../../../ui/tables/facts.tsx'
import type { ConsolePageProps } from '../console-pages.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useEditing } from '../kit/forms/use-editing.ts'
import { usePermissions } from '../kit/permissions.ts'
import { Permitted } from '../kit/permitted.tsx'
import { PlayerCell } from '../kit/player.tsx'
import { LiftSanctionDialog } from './lift-sanction-dialog.tsx'
import { SanctionComments } from './sanction-comments.tsx'
import { SanctionDialog } from './sanction-dialog.tsx'
import { SanctionEvidence } from './sanction-evidence.tsx'
import { SanctionHistory } from './sanction-history.tsx'
import { SanctionServers } from './sanction-servers.tsx'
import { SanctionStatus, useSanctionText } from './sanction-text.tsx'
import { sanctionQuery } from './sanctions.queries.ts'

/** One ban, mute or gag, how it is on the game servers, and what the player had before. */
export function SanctionPage({ id }: ConsolePageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(sanctionQuery(id))
  if (data) return <Loaded sanction={data} error={error} onRetry={() => void refetch()} />
  const isMissing =
    error instanceof ApiError && (error.code === 'sanction.not_found' || error.code === 'request.invalid')
  return (
    <ConsolePage title={t(($) => $.adminSanctions.sanction)}>
      {isMissing ? (
        <EmptyState
          icon="shield"
          title={t(($) => $.adminSanctions.missing)}
          action={<ConsoleLink to="sanctions">{t(($) => $.adminSanctions.all)}</ConsoleLink>}
        />
      ) : error === null ? (
        <SkeletonRows rows={6} />
      ) : (
        <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </ConsolePage>
  )
}

interface LoadedProps {
  sanction: SanctionDetail
  /** Why the reload failed; the shown data is older. */
  error: unknown
  onRetry: () => void
}

function Loaded({ sanction, error, onRetry }: LoadedProps) {
  const { t } = useTranslation()
  const words = useSanctionText()
  const { kind, lifted, steamId } = sanction
  return (
    <ConsolePage
      title={t(($) => $.adminSanctions.title, {
        kind: t(($) => $.adminSanctions.kinds[kind]),
        name: words.nameOf(sanction),
      })}
      facts={
        <>
          <SanctionStatus state={sanction.state} />
          <ConsoleLink to="sanctions">{t(($) => $.adminSanctions.all)}</ConsoleLink>
        </>
      }
      actions={<Actions sanction={sanction} />}
    >
      <ErrorNote error={error} onRetry={onRetry} />
      {lifted && (
        <Note tone="info">
          <p>
            {t(($) => $.adminSanctions.liftedNote, {
              by: words.by(lifted.by),
              time: formatConsoleTime(lifted.at),
            })}
          </p>
          {lifted.reason !== '' && <p>{t(($) => $.adminSanctions.liftedFor, { reason: lifted.reason })}</p>}
        </Note>
      )}
      <SanctionFacts sanction={sanction} />
      <SanctionEvidence evidence={sanction.evidence} />
      <SanctionServers servers={sanction.servers} steamId={steamId} />
      <SanctionComments id={sanction.id} comments={sanction.comments} mayComment={useMayAct(sanction)} />
      <SanctionHistory steamId={steamId} title={t(($) => $.adminSanctions.history)} except={sanction.id} />
    </ConsolePage>
  )
}

function SanctionFacts({ sanction }: { sanction: SanctionDetail }) {
  const { t } = useTranslation()
  const words = useSanctionText()
  const { steamId, name, address, source } = sanction
  const facts: (Fact | null)[] = [
    { name: t(($) => $.adminSanctions.player), text: <PlayerCell steamId={steamId} name={name} /> },
    { name: t(($) => $.adminSanctions.reason), text: sanction.reason },
    { name: t(($) => $.adminSanctions.expires), text: words.expires(sanction) },
    { name: t(($) => $.adminSanctions.scope), text: words.scope(sanction) },
    address === null ? null : { name: t(($) => $.adminSanctions.address), text: address },
    { name: t(($) => $.adminSanctions.created), text: formatConsoleTime(sanction.created) },
    { name: t(($) => $.adminSanctions.by), text: words.by(sanction.by, sanction.byName) },
    { name: t(($) => $.adminSanctions.source), text: t(($) => $.adminSanctions.sources[source]) },
  ]
  return (
    <Panel title={t(($) => $.adminSanctions.facts)}>
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </Panel>
  )
}

/** Whether the operator's servers include those of the sanction. */
function useMayAct({ serverIds }: SanctionDetail): boolean {
  return mayActOnServers(usePermissions().serverIds, serverIds)
}

function Actions({ sanction }: { sanction: SanctionDetail }) {
  const { t } = useTranslation()
  const editing = useEditing<SanctionDetail>()
  const lifting = useEditing<SanctionDetail>()
  if (!useMayAct(sanction) || sanction.lifted !== null) return null
  return (
    <>
      <Row gap="s" wrap>
        <Permitted call={operatorChangeSanction}>
          <Button icon="pencil" onClick={() => editing.edit(sanction)}>
            {t(($) => $.adminSanctions.edit)}
          </Button>
        </Permitted>
        {sanction.state === 'active' && (
          <Permitted call={operatorLiftSanction}>
            <Button variant="primary" onClick={() => lifting.edit(sanction)}>
              {t(($) => $.adminSanctions.lift)}
            </Button>
          </Permitted>
        )}
      </Row>
      {editing.item && (
        <SanctionDialog
          key={editing.turn}
          open={editing.open}
          sanction={editing.item}
          onClose={editing.close}
        />
      )}
      {lifting.item && (
        <LiftSanctionDialog
          key={`lift ${lifting.turn}`}
          open={lifting.open}
          sanction={sanction}
          onClose={lifting.close}
        />
      )}
    </>
  )
}
