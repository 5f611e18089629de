import { type Sanction, operatorAddSanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import {
  sanctionKinds,
  sanctionSources,
  sanctionStates,
} from '@clutch/contract/rules/moderation/sanctions.ts'
import { formatBannedUsers } from '@clutch/contract/rules/moderation/banned-user-file.ts'
import { operatorImportSanctions } from '@clutch/contract/api/moderation/sanction-imports.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { saveFile } from '../../../app/files/save-file.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useEditing } from '../kit/forms/use-editing.ts'
import type { Column, Filter } from '../kit/list/columns.ts'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { Permitted } from '../kit/permitted.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { SanctionDialog } from './sanction-dialog.tsx'
import { SanctionStatus, useSanctionText } from './sanction-text.tsx'
import { loadAllSanctions, loadSanctions, sanctionsKey } from './sanctions.queries.ts'

/** Every ban, mute and gag. */
export function SanctionsPage() {
  const { t } = useTranslation()
  const adding = useEditing<Sanction>()
  const importing = useEditing<null>()
  const banFile = useAction(saveBanFile)
  return (
    <ConsolePage>
      <FormText>{t(($) => $.adminSanctions.lead)}</FormText>
      <ErrorNote error={banFile.error} />
      <RemoteList
        label={t(($) => $.adminSanctions.list)}
        queryKey={sanctionsKey}
        load={loadSanctions}
        loadAll={loadAllSanctions}
        sorts={['created', 'expires']}
        columns={useColumns()}
        filters={useFilters()}
        keyOf={({ id }) => id}
        actions={
          <>
            <Button submitting={banFile.busy} onClick={() => void banFile.run()}>
              {t(($) => $.adminSanctions.banFile)}
            </Button>
            <Permitted call={operatorImportSanctions}>
              <Button onClick={() => importing.edit(null)}>{t(($) => $.adminSanctions.imports.open)}</Button>
            </Permitted>
            <Permitted call={operatorAddSanction}>
              <Button variant="primary" icon="plus" onClick={() => adding.edit(null)}>
                {t(($) => $.adminSanctions.add)}
              </Button>
            </Permitted>
          </>
        }
        empty={{ title: t(($) => $.adminSanctions.none), next: t(($) => $.adminSanctions.noneNext) }}
      />
      {adding.turn > 0 && (
        <SanctionDialog key={adding.turn} open={adding.open} sanction={null} onClose={adding.close} />
      )}
      {importing.turn > 0 && (
        <ImportDialog key={`import ${importing.turn}`} open={importing.open} onClose={importing.close} />
      )}
    </ConsolePage>
  )
}

function useColumns(): Column<Sanction>[] {
  const { t } = useTranslation()
  const words = useSanctionText()
  return [
    {
      id: 'name',
      title: t(($) => $.adminSanctions.player),
      value: words.nameOf,
      cell: (sanction) => (
        <Stack gap="xs">
          <ConsoleLink to={`sanctions/${sanction.id}`}>{words.nameOf(sanction)}</ConsoleLink>
          {sanction.name !== '' && <Code>{sanction.steamId}</Code>}
        </Stack>
      ),
    },
    {
      id: 'kind',
      title: t(($) => $.adminSanctions.kind),
      value: ({ kind }) => t(($) => $.adminSanctions.kinds[kind]),
    },
    { id: 'reason', title: t(($) => $.adminSanctions.reason), value: ({ reason }) => reason, grow: true },
    {
      id: 'state',
      title: t(($) => $.adminSanctions.state),
      value: ({ state }) => t(($) => $.adminSanctions.states[state]),
      cell: ({ state }) => <SanctionStatus state={state} />,
    },
    { id: 'expires', title: t(($) => $.adminSanctions.expires), value: words.expires },
    { id: 'scope', title: t(($) => $.adminSanctions.scope), value: words.scope },
    {
      id: 'created',
      title: t(($) => $.adminSanctions.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    { id: 'by', title: t(($) => $.adminSanctions.by), value: ({ by, byName }) => words.by(by, byName) },
    {
      id: 'source',
      title: t(($) => $.adminSanctions.source),
      value: ({ source }) => t(($) => $.adminSanctions.sources[source]),
      exported: true,
    },
    {
      id: 'steamId',
      title: t(($) => $.adminSanctions.steamId),
      value: ({ steamId }) => steamId,
      exported: true,
    },
    {
      id: 'address',
      title: t(($) => $.adminSanctions.address),
      value: ({ address }) => address,
      exported: true,
    },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      id: 'state',
      label: t(($) => $.adminSanctions.state),
      options: sanctionStates.map((value) => ({ value, text: t(($) => $.adminSanctions.states[value]) })),
    },
    {
      id: 'kind',
      label: t(($) => $.adminSanctions.kind),
      options: sanctionKinds.map((value) => ({ value, text: t(($) => $.adminSanctions.kinds[value]) })),
    },
    {
      id: 'source',
      label: t(($) => $.adminSanctions.source),
      options: sanctionSources.map((value) => ({ value, text: t(($) => $.adminSanctions.sources[value]) })),
    },
  ]
}

/** Saves the permanent bans as the file in which a game server without this portal keeps its own. */
async function saveBanFile(): Promise<void> {
  const bans = []
  const filters = { kind: 'ban', state: 'active' }
  for await (const rows of loadAllSanctions({ filters }, new AbortController().signal)) bans.push(...rows)
  saveFile('banned_user.cfg', [formatBannedUsers(bans)], 'text/plain;charset=utf-8')
}
