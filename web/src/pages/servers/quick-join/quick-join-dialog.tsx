import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { quickJoinSpinnerMs } from '@clutch/contract/limits.ts'
import { connectCommand } from '@clutch/contract/rules/servers/join-link.ts'
import {
  pickQuickJoinServer,
  findQuickJoinServers,
  type QuickJoinCategory,
} from '@clutch/contract/rules/servers/list/quick-join.ts'
import { displayName } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { currentPlayers, maxPlayers } from '@clutch/contract/rules/servers/list/player-slots.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Icon, type IconName } from '../../../ui/icons/icon.tsx'
import { MapTile } from '../../../ui/pictures/map-tile.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { JoinLink } from '../list/rows/server-actions.tsx'
import { chooseNameSize, countQuickJoinChoices } from './quick-join-choices.ts'
import styles from './quick-join-dialog.module.css'

import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../app/session/session.ts'
import { vipStatusQuery } from '../../../app/account/vip-status.queries.ts'

export interface QuickJoinDialogProps {
  open: boolean
  onClose: () => void
  /** Every server, unfiltered (D13). */
  servers: readonly Server[]
  /** A number in [0, 1); a test gives its own. */
  random?: () => number
}

type Step =
  | { at: 'idle' }
  | { at: 'loading'; category: QuickJoinCategory }
  | { at: 'found'; server: Server | null }

const idle: Step = { at: 'idle' }

/** E1–E4: a category, half a second of suspense, one server. Closing starts over. */
export function QuickJoinDialog({ open, onClose, servers, random = Math.random }: QuickJoinDialogProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>(idle)
  const holdsMembership = useHoldsMembership(open)

  // The list may change meanwhile: the pick is made from the one there is when the spinner ends.
  const pick = useEffectEvent((category: QuickJoinCategory) => {
    setStep({
      at: 'found',
      server: pickQuickJoinServer(findQuickJoinServers(servers, category, holdsMembership), random()),
    })
  })
  useEffect(() => {
    if (step.at !== 'loading') return
    const timer = setTimeout(() => pick(step.category), quickJoinSpinnerMs)
    return () => clearTimeout(timer)
  }, [step])

  const back = () => setStep(idle)
  const close = () => {
    back()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={t(($) => $.servers.quickJoin.title)}>
      <div className={styles.body}>
        {step.at === 'idle' && (
          <Choices
            servers={servers}
            holdsMembership={holdsMembership}
            onChoose={(category) => setStep({ at: 'loading', category })}
          />
        )}
        {step.at === 'loading' && (
          <div className={styles.centre}>
            <Spinner size="l" label={t(($) => $.servers.quickJoin.searching)} />
          </div>
        )}
        {step.at === 'found' && <QuickJoinResult server={step.server} onBack={back} />}
      </div>
    </Dialog>
  )
}

const icons: Record<QuickJoinCategory, IconName> = {
  deathmatch: 'target',
  retakes: 'bolt',
  '1v1': 'users',
  public: 'servers',
}

interface ChoicesProps {
  servers: readonly Server[]
  holdsMembership: boolean
  onChoose: (category: QuickJoinCategory) => void
}

function Choices({ servers, holdsMembership, onChoose }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.lead}>{t(($) => $.servers.quickJoin.choose)}</p>
      <div className={styles.choices}>
        {countQuickJoinChoices(servers, holdsMembership).map(({ category, available }) => (
          <button
            key={category}
            type="button"
            className={styles.choice}
            disabled={available === 0}
            onClick={() => onChoose(category)}
          >
            <Icon name={icons[category]} size="l" />
            <b>{t(($) => $.servers.quickJoin.category[category])}</b>
            <span className={styles.available}>
              {available === 0
                ? t(($) => $.servers.quickJoin.none)
                : t(($) => $.servers.quickJoin.available, { count: available })}
            </span>
          </button>
        ))}
      </div>
    </>
  )
}

function QuickJoinResult({ server, onBack }: { server: Server | null; onBack: () => void }) {
  const { t } = useTranslation()
  const back = (
    <Button variant="ghost" icon="back" onClick={onBack}>
      {t(($) => $.servers.quickJoin.back)}
    </Button>
  )
  if (server === null) {
    return (
      <div className={styles.centre}>
        <output>{t(($) => $.servers.quickJoin.gone)}</output>
        {back}
      </div>
    )
  }
  const name = displayName(server)
  return (
    <div className={styles.found}>
      <div className={styles.server}>
        <span className={styles.tile}>
          <MapTile map={server.map} size="l" />
        </span>
        <output className={joinClassNames(styles.name, styles[chooseNameSize(name)])}>{name}</output>
        <p className={styles.facts}>
          {server.map} · {currentPlayers(server)} / {maxPlayers(server)}
        </p>
        <p className={styles.lead}>{t(($) => $.servers.quickJoin.found)}</p>
      </div>
      <div className={styles.actions}>
        {back}
        <span className={styles.spring} />
        <CopyButton text={connectCommand(server)} label={t(($) => $.servers.copy, { name })}>
          {t(($) => $.servers.quickJoin.copy)}
        </CopyButton>
        <JoinLink server={server} primary>
          {t(($) => $.servers.join)}
        </JoinLink>
      </div>
    </div>
  )
}

/**
 * E3: Whether the visitor holds any membership. Queried each time the dialog opens; false if signed out,
 * before the answer, and after a failure.
 */
function useHoldsMembership(open: boolean): boolean {
  const steamId = useSession()?.user.steamId
  const { data, isSuccess } = useQuery({
    ...vipStatusQuery(steamId ?? ''),
    enabled: open && steamId !== undefined,
    staleTime: 0,
  })
  return steamId !== undefined && isSuccess && data.type !== 'none'
}
