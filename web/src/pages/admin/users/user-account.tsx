import { steamProfileUrl } from '@clutch/contract/rules/steam-id.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { CopyButton } from '../../../app/copy-button.tsx'
import { OutsideLink } from '../../../app/outside-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Panel, Row } from '../../../ui/layout.tsx'
import { Code } from '../../../ui/text.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAsk } from '../kit/use-ask.tsx'
import { consoleTime } from '../kit/words.ts'
import { forgetEmail, forgetSecondFactor, type ShownUser } from './users.queries.ts'

/** Who somebody is and how they sign in; what went wrong with it can be undone (C9). */
export function UserAccount({ user }: { user: ShownUser }) {
  const { t } = useTranslation()
  const { steamId } = user
  const vip = user.memberships.find(({ group }) => group === 'vip')
  const { removeEmail, removeFactor, asking } = useUndo(user)
  return (
    <Panel title={t(($) => $.adminUsers.account)}>
      <Facts
        facts={[
          {
            name: t(($) => $.adminUsers.steamId),
            text: steamId === null ? t(($) => $.adminUsers.notBound) : <SteamId steamId={steamId} />,
          },
          { name: t(($) => $.adminUsers.steamName), text: user.steamName || '-' },
          {
            name: t(($) => $.adminUsers.email),
            text: (
              <With button={steamId !== null && user.email !== null && removeEmail}>{user.email ?? '-'}</With>
            ),
          },
          {
            name: t(($) => $.adminUsers.secondFactor),
            text: (
              <With button={user.secondFactor && removeFactor}>
                {user.secondFactor
                  ? t(($) => $.adminUsers.factorOn, { count: user.recoveryCodes })
                  : t(($) => $.adminUsers.off)}
              </With>
            ),
          },
          {
            name: t(($) => $.adminUsers.vip),
            text:
              vip === undefined
                ? '-'
                : vip.expires === null
                  ? t(($) => $.adminUsers.forGood)
                  : consoleTime(vip.expires),
          },
          { name: t(($) => $.adminUsers.created), text: consoleTime(user.created) },
          { name: t(($) => $.adminUsers.seen), text: consoleTime(user.seen) },
          { name: 'ID', text: <Code>{user.id}</Code> },
        ]}
      />
      {asking}
    </Panel>
  )
}

function SteamId({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  return (
    <Row gap="s" wrap>
      <Code>{steamId}</Code>
      <CopyButton text={steamId} label={t(($) => $.adminUsers.copySteamId)} />
      <OutsideLink href={steamProfileUrl(steamId)}>{t(($) => $.adminUsers.steamPage)}</OutsideLink>
    </Row>
  )
}

function With({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <Row gap="s" wrap>
      {children}
      {button}
    </Row>
  )
}

/** The buttons that take a way of signing in off an account; each asks first. */
function useUndo(user: ShownUser) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useAsk()
  const steamId = user.steamId ?? ''
  const done = () => showToast({ tone: 'good', title: t(($) => $.adminUsers.undone) })
  const askEmail = () =>
    ask({
      title: t(($) => $.adminUsers.forgetEmailTitle),
      message: t(($) => $.adminUsers.forgetEmailText),
      action: t(($) => $.adminUsers.forgetEmail),
      run: async () => {
        await forgetEmail(client, steamId)
        done()
      },
    })
  const askFactor = () =>
    ask({
      title: t(($) => $.adminUsers.forgetFactorTitle),
      message: t(($) => $.adminUsers.forgetFactorText),
      action: t(($) => $.adminUsers.forgetFactor),
      run: async () => {
        await forgetSecondFactor(client, steamId)
        done()
      },
    })
  return {
    asking,
    removeEmail: (
      <Button size="sm" onClick={askEmail}>
        {t(($) => $.adminUsers.forgetEmail)}
      </Button>
    ),
    removeFactor: (
      <Button size="sm" onClick={askFactor}>
        {t(($) => $.adminUsers.forgetFactor)}
      </Button>
    ),
  }
}
