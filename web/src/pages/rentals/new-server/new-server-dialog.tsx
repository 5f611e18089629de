import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { rentalSlots } from '@clutch/contract/limits.ts'
import { durationMs } from '@clutch/contract/rules/payments/durations.ts'
import { normalizeRentalName } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatTimeToSecond } from '../../../app/time/community-clock.ts'
import { formatTermEnd } from '../../../app/time/community-time.ts'
import { isPhone } from '../../../app/payment/paying/pay-window.ts'
import { PurchaseDialog } from '../../../app/payment/purchase/purchase-dialog.tsx'
import { PurchaseSummary } from '../../../app/payment/purchase/purchase-summary.tsx'
import { useSession } from '../../../app/session/session.ts'
import type { Fact } from '../../../ui/tables/facts.tsx'
import { usePayText } from '../purchase/use-pay-text.ts'
import { refetchServers, regionsQuery, useRentals } from '../rentals.queries.ts'
import { findCreatedServer, getCreationProgress, remainingDelay } from './server-creation.ts'
import { emptyDraft, findMissingField, toPurchaseItem, type NewServerDraft } from './new-server-draft.ts'
import { newServerStorageName } from './saved-purchase.ts'
import { ownErrors, ServerForm } from './server-form.tsx'
import { Steps } from '../../../ui/status/steps.tsx'
import styles from './new-server.module.css'

/** G12: The creation progress of the server just paid, updated live. */
function CreationProgress({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const server = findCreatedServer(order, useRentals().data ?? [])
  const steps = server && getCreationProgress(server)
  if (!steps) return null
  return (
    <div className={styles.progress}>
      <Steps
        label={t(($) => $.practiceBuy.progress)}
        steps={steps.map(({ step, state, at }) => ({
          title: t(($) => $.practice.card.steps[step]),
          hint: at === null ? undefined : formatTimeToSecond(at),
          state,
        }))}
      />
    </div>
  )
}

/** G10–G12: a new server is filled in, paid and made; closed, all of it is forgotten. */
export function NewServerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useSession()?.user
  const [draft, setDraft] = useState<NewServerDraft>(emptyDraft)
  const nameField = useRef<HTMLInputElement>(null)
  const change = (part: Partial<NewServerDraft>) => setDraft((last) => ({ ...last, ...part }))
  const regions = useQuery({ ...regionsQuery(user?.steamId ?? ''), enabled: user !== undefined })
  const need = findMissingField(draft, regions.data?.regions ?? [])
  const factsOf = useFacts(draft)
  const servers = useRentals().data ?? []
  return (
    <PurchaseDialog
      product="server_rental"
      storageKey={newServerStorageName}
      title={t(($) => $.practiceBuy.title)}
      // A phone's keyboard would hide what there is to choose.
      initialFocus={() => (isPhone() ? null : nameField.current)}
      wanted={toPurchaseItem(draft, user?.username ?? '')}
      missing={need === null ? undefined : t(($) => $.practiceBuy.needs[need])}
      summary={<Summary draft={draft} />}
      payWords={usePayText()}
      ownErrors={ownErrors}
      facts={need === null ? factsOf : undefined}
      delivery={{ title: t(($) => $.practiceBuy.delivery), hint: t(($) => $.practiceBuy.deliveryHint) }}
      afterwards={(order, late) => {
        const ready = findCreatedServer(order, servers)?.status === 'RUNNING'
        return {
          title: ready ? t(($) => $.practiceBuy.ready) : t(($) => $.practiceBuy.creating),
          lead: ready ? t(($) => $.practiceBuy.readyHint) : t(($) => $.practiceBuy.creatingHint),
          confirm: t(($) => $.practiceBuy.confirm),
          rest: { ms: remainingDelay(order, late), reason: t(($) => $.practiceBuy.resting) },
        }
      }}
      paid={(order) => <CreationProgress order={order} />}
      termGivesWay
      onPaid={() => void refetchServers(client)}
      onClose={onClose}
      onDone={() => {
        onClose()
        location.reload()
      }}
    >
      {(choice) => (
        <ServerForm nameField={nameField} draft={draft} onChange={change} regions={regions} choice={choice} />
      )}
    </PurchaseDialog>
  )
}

/** The order in one line, and its result. */
function Summary({ draft: { mode, region, duration } }: { draft: NewServerDraft }) {
  const { t } = useTranslation()
  const regionName = useRegionName(region)
  const parts = [
    mode === null ? t(($) => $.practiceBuy.needs.mode) : t(($) => $.practiceBuy.modes[mode]),
    regionName ?? t(($) => $.practiceBuy.noRegion),
    t(($) => $.payment.durations[duration]),
  ]
  return <PurchaseSummary what={parts.join(' · ')} promise={t(($) => $.practiceBuy.whenReady)} />
}

/**
 * Returns the order's details as filled in. After a reload they are unknown: the order's description is shown
 * instead.
 */
function useFacts({ name, mode, region }: NewServerDraft): (order: OrderView) => readonly Fact[] {
  const { t } = useTranslation()
  const regionName = useRegionName(region)
  return ({ created, duration }) => [
    { name: t(($) => $.practiceBuy.facts.server), text: normalizeRentalName(name) },
    {
      name: t(($) => $.practiceBuy.facts.setup),
      text: t(($) => $.practiceBuy.facts.setupText, {
        mode: t(($) => $.practiceBuy.modes[mode ?? 'fixed']),
        region: regionName ?? t(($) => $.practiceBuy.noRegion),
        slots: rentalSlots,
      }),
    },
    {
      name: t(($) => $.practiceBuy.facts.term),
      text: t(($) => $.practiceBuy.facts.termText, {
        term: t(($) => $.payment.durations[duration]),
        day: formatTermEnd(created + durationMs(duration), duration),
      }),
    },
  ]
}

/** How a region is called in the page's language; undefined for none. */
function useRegionName(region: NewServerDraft['region']): string | undefined {
  const { i18n } = useTranslation()
  const steamId = useSession()?.user.steamId
  const { data } = useQuery({ ...regionsQuery(steamId ?? ''), enabled: steamId !== undefined })
  return data?.regions.find((one) => one.region === region)?.name[i18n.language as Language]
}
