import type { OrderView } from '@clutch/contract/api/payments.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { communityTime } from '../../../app/community-time.ts'
import { Steps } from '../../../ui/steps.tsx'
import { usePracticeServers } from '../practice.queries.ts'
import { creationOf, serverOf } from './creation.ts'
import styles from './new-server.module.css'

/** G12: how far the server is that was just paid, as it is told live. */
export function CreationProgress({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const server = serverOf(order, usePracticeServers().data ?? [])
  const steps = server && creationOf(server)
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

const clock = communityTime('sv', { timeStyle: 'medium' })
