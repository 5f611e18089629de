import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { communityTimeFormat } from '../../../app/time/community-time.ts'
import { Steps } from '../../../ui/status/steps.tsx'
import { useRentals } from '../rentals.queries.ts'
import { getCreationProgress, findCreatedServer } from './server-creation.ts'
import styles from './new-server.module.css'

/** G12: how far the server is that was just paid, as it is told live. */
export function CreationProgress({ order }: { order: OrderView }) {
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
          hint: at === null ? undefined : clock.format(at),
          state,
        }))}
      />
    </div>
  )
}

const clock = communityTimeFormat('sv', { timeStyle: 'medium' })
