import { steamProfileUrl } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type LinkProvider, linkProviderNames } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { CopyButton } from '../../../../app/copy/copy-button.tsx'
import { OutsideLink } from '../../../../app/navigation/outside-link.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Facts } from '../../../../ui/tables/facts.tsx'
import { Panel, Row } from '../../../../ui/layout/layout.tsx'
import { Code } from '../../../../ui/text/text.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Permitted } from '../../kit/permitted.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import {
  removeEmailSignIn,
  removeLinkedAccount,
  removeSecondFactor,
  type UserView,
} from '../users.queries.ts'

/** A user's identity and sign-in methods; mistakes in them can be undone (C9). */
export function UserAccount({ user }: { user: UserView }) {
  const { t } = useTranslation()
  const { steamId } = user
  const vip = user.memberships.find(({ group }) => group === 'vip')
  const { removeEmail, removeFactor, removeLink, asking } = useSignInRemoval(user)
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
              <FactWithButton button={steamId !== null && user.email !== null && removeEmail}>
                {user.email ?? '-'}
              </FactWithButton>
            ),
          },
          ...user.links.map(({ provider, name }) => ({
            name: linkProviderNames[provider],
            text: <FactWithButton button={steamId !== null && removeLink(provider)}>{name}</FactWithButton>,
          })),
          {
            name: t(($) => $.adminUsers.secondFactor),
            text: (
              <FactWithButton button={user.secondFactor && removeFactor}>
                {user.secondFactor
                  ? t(($) => $.adminUsers.factorOn, { count: user.recoveryCodes })
                  : t(($) => $.adminUsers.off)}
              </FactWithButton>
            ),
          },
          {
            name: t(($) => $.adminUsers.vip),
            text:
              vip === undefined
                ? '-'
                : vip.expires === null
                  ? t(($) => $.adminUsers.forGood)
                  : formatConsoleTime(vip.expires),
          },
          { name: t(($) => $.adminUsers.created), text: formatConsoleTime(user.created) },
          { name: t(($) => $.adminUsers.seen), text: formatConsoleTime(user.seen) },
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

function FactWithButton({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <Row gap="s" wrap>
      {children}
      {button}
    </Row>
  )
}

/** The buttons that take a way of signing in off an account; each asks first. */
function useSignInRemoval(user: UserView) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const steamId = user.steamId ?? ''
  const done = () => showToast({ tone: 'good', title: t(($) => $.adminUsers.undone) })
  const askEmail = () =>
    ask({
      title: t(($) => $.adminUsers.forgetEmailTitle),
      message: t(($) => $.adminUsers.forgetEmailText),
      action: t(($) => $.adminUsers.forgetEmail),
      run: async () => {
        await removeEmailSignIn(client, steamId)
        done()
      },
    })
  const askFactor = () =>
    ask({
      title: t(($) => $.adminUsers.forgetFactorTitle),
      message: t(($) => $.adminUsers.forgetFactorText),
      action: t(($) => $.adminUsers.forgetFactor),
      run: async () => {
        await removeSecondFactor(client, steamId)
        done()
      },
    })
  const askLink = (provider: LinkProvider) => {
    const service = linkProviderNames[provider]
    ask({
      title: t(($) => $.adminUsers.forgetLinkTitle, { service }),
      message: t(($) => $.adminUsers.forgetLinkText),
      action: t(($) => $.adminUsers.forgetLink),
      run: async () => {
        await removeLinkedAccount(client, steamId, provider)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.linkForgotten, { service }) })
      },
    })
  }
  return {
    asking,
    removeLink: (provider: LinkProvider) => (
      <Permitted>
        <Button
          size="sm"
          aria-label={t(($) => $.adminUsers.forgetLinkOf, { service: linkProviderNames[provider] })}
          onClick={() => askLink(provider)}
        >
          {t(($) => $.adminUsers.forgetLink)}
        </Button>
      </Permitted>
    ),
    removeEmail: (
      <Permitted>
        <Button size="sm" onClick={askEmail}>
          {t(($) => $.adminUsers.forgetEmail)}
        </Button>
      </Permitted>
    ),
    removeFactor: (
      <Permitted>
        <Button size="sm" onClick={askFactor}>
          {t(($) => $.adminUsers.forgetFactor)}
        </Button>
      </Permitted>
    ),
  }
}
