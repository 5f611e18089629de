import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import styles from './live-dialog.module.css'

/** Who is on a server now and how it stands; the stream of one's servers keeps it up to date. */
export function LiveDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const { live } = server
  return (
    <Dialog open onClose={onClose} title={t(($) => $.practiceDialogs.live.title)}>
      {live === null ? (
        <EmptyState icon="users" title={t(($) => $.practiceDialogs.live.silent)} />
      ) : (
        <Stack gap="l">
          <FormText small>
            {t(($) => $.practiceDialogs.live.lead, {
              map: mapName(live.map),
              players: live.players,
              max: live.max,
            })}
          </FormText>
          {live.score !== null && <Score score={live.score} />}
          {live.score === null && live.players > 0 && (
            <FormText small>{t(($) => $.practiceDialogs.live.noScore)}</FormText>
          )}
          <People people={live.people} players={live.players} />
        </Stack>
      )}
    </Dialog>
  )
}

type Live = NonNullable<ServerDialogProps['server']['live']>

function Score({ score }: { score: NonNullable<Live['score']> }) {
  const { t } = useTranslation()
  const label = t(($) => (score.over ? $.practiceDialogs.live.result : $.practiceDialogs.live.score))
  return (
    <>
      <section className={styles.score} aria-label={label}>
        {score.teams.map(({ name, score: rounds }, index) => (
          <div key={index} className={styles.team}>
            <span className={styles.name}>{name}</span>
            <span className={styles.rounds}>{rounds}</span>
          </div>
        ))}
      </section>
      {score.by === 'log' && <FormText small>{t(($) => $.practiceDialogs.live.bySides)}</FormText>}
    </>
  )
}

function People({ people, players }: Pick<Live, 'people' | 'players'>) {
  const { t } = useTranslation()
  if (players === 0) return <EmptyState icon="users" title={t(($) => $.practiceDialogs.live.empty)} />
  const unnamed = players - people.length
  return (
    <>
      <ul className={styles.people} aria-label={t(($) => $.practiceDialogs.live.people)}>
        {people.map(({ name, steamid }) => (
          <li key={steamid} className={styles.person}>
            <bdi className={styles.name}>{name}</bdi>
            <span className={styles.id}>{steamid}</span>
          </li>
        ))}
      </ul>
      {unnamed > 0 && (
        <FormText small>{t(($) => $.practiceDialogs.live.unnamed, { count: unnamed })}</FormText>
      )}
    </>
  )
}
