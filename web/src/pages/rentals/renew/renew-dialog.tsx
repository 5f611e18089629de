import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatTermEnd } from '../../../app/time/community-time.ts'
import { PurchaseDialog } from '../../../app/payment/purchase/purchase-dialog.tsx'
import { TermChoice } from '../purchase/term-choice.tsx'
import { usePayText } from '../purchase/use-pay-text.ts'
import { renewalStorageName } from '../new-server/saved-purchase.ts'
import { refetchServers } from '../rentals.queries.ts'
import { usePortalNow } from '../portal-clock.ts'
import { NewEnd, ServerFacts, Summary, useServerSummary } from './renewal-facts.tsx'
import { serverEnd, needsRebuild, regionModeOf, computeNewEnd, toPurchaseItem } from './renewal.ts'

interface RenewDialogProps {
  server: RentalView
  onClose: () => void
}

/** How often it looks whether the end has passed, ms. */
const endCheckMs = 30_000

/** G13: more time for a server, from the later of now and its present end; one that has ended comes back with its settings. */
export function RenewDialog({ server, onClose }: RenewDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const now = usePortalNow(endCheckMs)
  const [duration, setDuration] = useState<Duration>('1m')
  // The server when the dialog was opened: payment changes it while the dialog is open.
  const [before] = useState(server)
  const rebuilt = needsRebuild(before, now)
  const end = computeNewEnd(serverEnd(before), duration, now)
  const setup = useServerSummary(before)
  const name = before.instance_name
  const afterwards = (anew: boolean) => ({
    title: anew ? t(($) => $.practiceBuy.creating) : t(($) => $.practiceBuy.renew.renewed),
    lead: !anew
      ? t(($) => $.practiceBuy.renew.renewedHint, { name })
      : server.status === 'RUNNING'
        ? t(($) => $.practiceBuy.readyHint)
        : t(($) => $.practiceBuy.renew.creatingHint, { name }),
    confirm: t(($) => $.practiceBuy.confirm),
  })
  return (
    <PurchaseDialog
      product="server_rental"
      storageKey={renewalStorageName(before.instance_id)}
      title={t(($) => $.practiceBuy.renew.title)}
      wanted={toPurchaseItem(before, duration)}
      summary={<Summary server={before} duration={duration} end={end} />}
      payWords={usePayText()}
      facts={(order) => [
        { name: t(($) => $.practiceBuy.facts.server), text: name },
        { name: t(($) => $.practiceBuy.facts.setup), text: setup },
        {
          name: t(($) => $.practiceBuy.facts.term),
          text: t(($) => $.practiceBuy.facts.termText, {
            term: t(($) => $.payment.durations[order.duration]),
            day: formatTermEnd(computeNewEnd(serverEnd(before), order.duration, now), order.duration),
          }),
        },
      ]}
      delivery={{
        title: rebuilt ? t(($) => $.practiceBuy.delivery) : t(($) => $.practiceBuy.renew.delivery),
        hint: rebuilt
          ? t(($) => $.practiceBuy.renew.rebuildHint)
          : t(($) => $.practiceBuy.renew.deliveryHint),
      }}
      afterwards={(order, late) =>
        afterwards(late ? server.status === 'CREATING' : needsRebuild(before, order.paid ?? now))
      }
      paid={(order, late) => <NewEnd order={order} late={late} before={before} server={server} />}
      termGivesWay
      onPaid={() => void refetchServers(client)}
      onClose={onClose}
      onDone={() => {
        onClose()
        location.reload()
      }}
    >
      {(choice) => (
        <>
          <ServerFacts server={before} now={now} />
          <TermChoice mode={regionModeOf(before)} choice={choice} value={duration} onChange={setDuration} />
        </>
      )}
    </PurchaseDialog>
  )
}
