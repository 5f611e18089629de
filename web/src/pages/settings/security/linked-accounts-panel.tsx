import type { LinkedAccount } from '@clutch/contract/api/accounts/linked-accounts.ts'
import {
  linkOutcomes,
  linkProviders,
  linkProviderNames,
  type LinkProvider,
} from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { SignInAgain } from '../../../app/second-factor/sign-in-again.tsx'
import { useLocation, useRouter } from '../../../app/router/router-provider.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { SettingRow } from '../setting-row.tsx'
import { linkedAccountsQuery, removeLink, startLink } from '../settings.queries.ts'
import styles from './security.module.css'

/** J2: accounts of other services that belong to the player. Without one that can be linked there is no panel. */
export function LinkedAccountsPanel({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const { data: accounts = [] } = useQuery(linkedAccountsQuery(steamId))
  const { searchStr } = useLocation()
  // The address forgets it at once: a reload or a link to the page says nothing of it again.
  const [result, setResult] = useState(() => readResult(searchStr))
  useForgetResult()
  if (accounts.length === 0) return null
  return (
    <>
      {result && <LinkResult {...result} />}
      <Panel title={t(($) => $.settings.security.linked.title)} padded={false}>
        {accounts.map((linked) => (
          <LinkedAccountRow
            key={linked.provider}
            steamId={steamId}
            linked={linked}
            onRemoved={() => setResult(null)}
          />
        ))}
      </Panel>
    </>
  )
}

interface LinkResultProps {
  provider: LinkProvider
  outcome: (typeof linkOutcomes)[number]
}

/** How the way to a service ended, as the address says that it sent the browser back to. */
function readResult(search: string): LinkResultProps | null {
  const params = new URLSearchParams(search)
  const provider = linkProviders.find((name) => name === params.get('link'))
  const outcome = linkOutcomes.find((word) => word === params.get('outcome'))
  return provider === undefined || outcome === undefined ? null : { provider, outcome }
}

function LinkResult({ provider, outcome }: LinkResultProps) {
  const { t } = useTranslation()
  const service = linkProviderNames[provider]
  return (
    <Note tone={outcome === 'linked' ? 'info' : 'bad'}>
      {t(($) => $.settings.security.linked.outcomes[outcome], { service })}
    </Note>
  )
}

/** Removes the outcome from the address; what else it says stays. */
function useForgetResult(): void {
  const { history } = useRouter()
  useEffect(() => {
    const { pathname, search, hash, state } = history.location
    const params = new URLSearchParams(search)
    if (!params.has('outcome')) return
    params.delete('link')
    params.delete('outcome')
    const query = params.toString()
    history.replace(pathname + (query === '' ? '' : `?${query}`) + hash, state)
  }, [history])
}

interface LinkedAccountRowProps {
  steamId: string
  linked: LinkedAccount
  onRemoved: () => void
}

function LinkedAccountRow({ steamId, linked: { provider, account }, onRemoved }: LinkedAccountRowProps) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState(false)
  const service = linkProviderNames[provider]
  const start = useAction(async () => location.assign(await startLink(provider)))
  return (
    <>
      <SettingRow
        lead={<Icon name="link" />}
        title={service}
        hint={
          account === null
            ? t(($) => $.settings.security.linked.none)
            : t(($) => $.settings.security.linked.as, { name: account.name })
        }
      >
        {account === null ? (
          <Button submitting={start.busy} onClick={() => void start.run()}>
            {t(($) => $.settings.security.linked.link, { service })}
          </Button>
        ) : (
          <Button
            aria-label={t(($) => $.settings.security.linked.removeOf, { service })}
            onClick={() => setRemoving(true)}
          >
            {t(($) => $.settings.security.linked.remove)}
          </Button>
        )}
      </SettingRow>
      {start.error !== null && (
        <div className={styles.note}>
          <SignInAgain error={start.error} />
        </div>
      )}
      <RemoveLink
        steamId={steamId}
        provider={provider}
        service={service}
        open={removing}
        onClose={() => setRemoving(false)}
        onRemoved={onRemoved}
      />
    </>
  )
}

interface RemoveLinkProps {
  steamId: string
  provider: LinkProvider
  service: string
  open: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveLink({ steamId, provider, service, open, onClose, onRemoved }: RemoveLinkProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useErrorText()
  const remove = useAction(() => removeLink(client, steamId, provider))
  const close = () => {
    remove.clear()
    onClose()
  }
  const confirm = async () => {
    if (!(await remove.run())) return
    close()
    onRemoved()
    showToast({ tone: 'good', title: t(($) => $.settings.security.linked.removed, { service }) })
  }
  return (
    <ConfirmDialog
      open={open}
      onCancel={close}
      onConfirm={() => void confirm()}
      title={t(($) => $.settings.security.linked.removeTitle, { service })}
      message={t(($) => $.settings.security.linked.removeText, { service })}
      action={t(($) => $.settings.security.linked.remove)}
      submitting={remove.busy}
      error={remove.error === null ? null : words(remove.error)}
    />
  )
}
