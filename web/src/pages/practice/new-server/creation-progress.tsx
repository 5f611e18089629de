import type { OrderView } from '@clutch/contract/api/payments.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { communityTimeFormat } from '../../../app/community-time.ts'
import { Steps } from '../../../ui/steps.tsx'
import { useRentals } from '../practice.queries.ts'
import { getCreationProgress, findCreatedServer } from './creation.ts'
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
