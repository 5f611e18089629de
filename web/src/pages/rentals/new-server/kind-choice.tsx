import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceCards } from '../../../ui/choices/choice-card.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { infoQuery } from '../rentals.queries.ts'
import styles from './new-server.module.css'

/** G10: what kind of server, in the operator's words (G2); of the two only one can be had yet. */
export function KindChoice() {
  const { t, i18n } = useTranslation()
  const { data } = useQuery(infoQuery(i18n.language as Language))
  return (
    <div className={styles.kinds}>
      <ChoiceCards
        quiet
        label={t(($) => $.practiceBuy.kind)}
        options={[
          {
            value: 'dedicated',
            title: t(($) => $.practiceBuy.dedicated),
            badge: t(($) => $.practiceBuy.dedicatedBadge),
            detail: data?.lead,
            picture: <Icon name="servers" size="l" />,
          },
          {
            value: 'training',
            title: t(($) => $.practiceBuy.training),
            badge: t(($) => $.practiceBuy.trainingBadge),
            detail: t(($) => $.practiceBuy.trainingHint),
            picture: <Icon name="target" size="l" />,
            off: true,
          },
        ]}
        value="dedicated"
        onChange={() => undefined}
      />
    </div>
  )
}
