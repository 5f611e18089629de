import type { GameUpdates } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { PanelBody } from '../../../../ui/layout/panel-head.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { CodeBlock } from '../../../../ui/text/code-block.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { useMayChangePage } from '../../kit/permissions.ts'
import { installUpdate, releaseHost, chooseBuild } from './game-updates.queries.ts'
import { HostHoldDialog } from './update-dialogs.tsx'

type HostUpdates = GameUpdates['hosts'][number]
type InstallState = NonNullable<HostUpdates['install']>
type Build = InstallState['builds'][number]

/** What `game-host use` gives as the reason of its hold. */
const pinnedReason = /^pinned to build (\d+)$/

/** What the configured command is able to do. */
export type InstallAbilities = Pick<GameUpdates, 'canInstall' | 'canChoose'>

/** The command of a host: its last run, the installed builds to choose from, and the hold (docs/decisions/0038-builds-beside-each-other.md). */
export function HostInstalls({ host, can: abilities }: { host: HostUpdates; can: InstallAbilities }) {
  const mayChange = useMayChangePage()
  const can = { canInstall: mayChange && abilities.canInstall, canChoose: mayChange && abilities.canChoose }
  const { hostName, install, update } = host
  const { t } = useTranslation()
  return (
    <>
      <PanelBody>
        <Stack>
          {install?.hold && <HoldNote hold={install.hold} />}
          <InstallActions host={host} can={can} />
          {update && update.output !== '' && update.state !== 'done' && <CodeBlock text={update.output} />}
          {install && (
            <FormText small>
              {t(($) => $.adminRentals.installs.mods, {
                mods: install.mods ?? t(($) => $.adminRentals.installs.noMods),
              })}
            </FormText>
          )}
        </Stack>
      </PanelBody>
      {install && install.builds.length > 0 && (
        <Builds key={hostName} host={host} builds={install.builds} canChoose={can.canChoose} />
      )}
    </>
  )
}

function HoldNote({ hold: { since, reason, trial } }: { hold: NonNullable<InstallState['hold']> }) {
  const { t } = useTranslation()
  const text = trial ? 'failedTrial' : 'held'
  const [, build] = pinnedReason.exec(reason) ?? []
  const why = build === undefined ? reason : t(($) => $.adminRentals.installs.pinned, { build })
  return (
    <Note tone={trial ? 'bad' : 'info'}>
      {t(($) => $.adminRentals.installs[text], { time: formatConsoleTime(since), reason: why })}
    </Note>
  )
}

/** How the last run of the command stands, and the buttons that start one. */
function InstallActions({ host, can }: { host: HostUpdates; can: InstallAbilities }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const [isHolding, setHolding] = useState(false)
  const { hostName, update, install, revision } = host
  const start = useAction(() => installUpdate(client, hostName))
  const isRunning = update?.state === 'running'
  const askRelease = () =>
    ask({
      title: t(($) => $.adminRentals.installs.releaseTitle, { hostName }),
      message: t(($) => $.adminRentals.installs.releaseMessage),
      action: t(($) => $.adminRentals.installs.release),
      run: async () => {
        await releaseHost(client, hostName, revision)
        showToast({ tone: 'good', title: t(($) => $.adminRentals.installs.requested) })
      },
    })
  return (
    <>
      <ErrorNote error={start.error} />
      <Row gap="s" wrap spread>
        {update && <RunState update={update} />}
        <Row gap="s" wrap>
          {can.canChoose && !install?.hold && (
            <Button disabled={isRunning} onClick={() => setHolding(true)}>
              {t(($) => $.adminRentals.installs.hold)}
            </Button>
          )}
          {can.canChoose && install?.hold && (
            <Button variant="primary" disabled={isRunning} onClick={askRelease}>
              {t(($) => $.adminRentals.installs.release)}
            </Button>
          )}
          {can.canInstall && (
            <Button
              icon="download"
              aria-label={t(($) => $.adminRentals.updates.installNamed, { hostName })}
              submitting={isRunning || start.busy}
              onClick={() => void start.run()}
            >
              {t(($) => $.adminRentals.updates.install)}
            </Button>
          )}
        </Row>
      </Row>
      {asking}
      {isHolding && (
        <HostHoldDialog hostName={hostName} revision={revision} onClose={() => setHolding(false)} />
      )}
    </>
  )
}

function RunState({ update }: { update: NonNullable<HostUpdates['update']> }) {
  const { t } = useTranslation()
  const { action, state, started, ended } = update
  const text = t(($) => $.adminRentals.installs[state], {
    action: t(($) => $.adminRentals.installs.actions[action]),
    time: formatConsoleTime(ended ?? started),
  })
  return <Status tone={({ running: 'moving', done: 'good', failed: 'bad' } as const)[state]}>{text}</Status>
}

function Builds({
  host: { hostName, revision, update, install },
  builds,
  canChoose,
}: {
  host: HostUpdates
  builds: readonly Build[]
  canChoose: boolean
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const askUse = ({ build, current }: Build) =>
    ask({
      title: t(($) => $.adminRentals.installs[current ? 'pinTitle' : 'useTitle'], { build, hostName }),
      message: t(($) => $.adminRentals.installs[current ? 'pinMessage' : 'useMessage']),
      action: t(($) => $.adminRentals.installs[current ? 'pin' : 'use']),
      run: async () => {
        await chooseBuild(client, hostName, { build, revision })
        showToast({ tone: 'good', title: t(($) => $.adminRentals.installs.requested) })
      },
    })
  const isRunning = update?.state === 'running'
  return (
    <>
      <DataTable
        flush
        label={t(($) => $.adminRentals.installs.builds, { hostName })}
        rows={builds.toReversed()}
        keyOf={({ build }) => build}
        columns={[
          {
            id: 'build',
            title: t(($) => $.adminRentals.installs.build),
            cell: ({ build }) => build,
          },
          {
            id: 'version',
            title: t(($) => $.adminRentals.updates.version),
            grow: true,
            cell: ({ version }) => version ?? '-',
          },
          {
            id: 'state',
            title: t(($) => $.adminRentals.updates.state),
            cell: ({ current }) => (
              <Status tone={current ? 'good' : 'muted'}>
                {t(($) => $.adminRentals.installs[current ? 'current' : 'other'])}
              </Status>
            ),
          },
        ]}
        actionsTitle={t(($) => $.adminRentals.installs.choose)}
        actions={
          canChoose
            ? (one) =>
                one.current && install?.hold ? null : (
                  <Button
                    size="sm"
                    disabled={isRunning}
                    aria-label={t(($) => $.adminRentals.installs[one.current ? 'pinNamed' : 'useNamed'], {
                      build: one.build,
                      hostName,
                    })}
                    onClick={() => askUse(one)}
                  >
                    {t(($) => $.adminRentals.installs[one.current ? 'pin' : 'use'])}
                  </Button>
                )
            : undefined
        }
      />
      {asking}
    </>
  )
}
