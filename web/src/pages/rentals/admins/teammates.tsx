import { maxAdmins } from '@clutch/contract/limits.ts'
import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useSession } from '../../../app/session/session.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { CallFailure } from '../dialogs/call-failure.tsx'
import { teammatesQuery } from '../rentals.queries.ts'
import styles from './admins.module.css'

interface TeammatesProps {
  /** The server's `instance_id`. */
  id: string
  admins: readonly RentalAdmin[]
  onPick: (admin: RentalAdmin) => void
}

/** G15, G16: players seen on the owner's servers, the latest first; who is on the list is marked. */
export function Teammates({ id, admins, onPick }: TeammatesProps) {
  const { t } = useTranslation()
  const steamId = useSession()?.user.steamId ?? ''
  const { data, error, isPending, isFetching, refetch } = useQuery(teammatesQuery(steamId, id))
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{t(($) => $.practiceDialogs.admins.teammates)}</h3>
      </div>
      <CallFailure
        error={error}
        otherwise={t(($) => $.practiceDialogs.admins.teammatesError)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
      {isPending && <SkeletonRows rows={3} />}
      {data?.length === 0 && (
        <p className={styles.hint}>
          <b>{t(($) => $.practiceDialogs.admins.noTeammates)}</b>
          <br />
          {t(($) => $.practiceDialogs.admins.noTeammatesNext)}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <p className={styles.hint}>{t(($) => $.practiceDialogs.admins.teammatesNext)}</p>
          <ul className={styles.teammates}>
            {data.map(({ steamid, name }) => (
              <li key={steamid} className={styles.row}>
                <Avatar name={name} seed={steamid} url={null} />
                <span className={styles.words}>
                  <span className={styles.name}>{name || steamid}</span>
                  <span className={styles.facts}>{steamid}</span>
                </span>
                <Pick
                  name={name || steamid}
                  listed={admins.some((admin) => admin.steamid === steamid)}
                  isFull={admins.length >= maxAdmins}
                  onPick={() => onPick({ steamid, name: '', servername: name })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface PickProps {
  name: string
  listed: boolean
  isFull: boolean
  onPick: () => void
}

/** The button remains after a pick, so that the focus is not lost. */
function Pick({ name, listed, isFull, onPick }: PickProps) {
  const { t } = useTranslation()
  const onList = t(($) => $.practiceDialogs.admins.listed)
  const reason = listed ? onList : isFull ? t(($) => $.errors['admin.too_many_admins']) : undefined
  return (
    <Button
      icon={listed ? 'check' : undefined}
      disabledReason={reason}
      aria-label={listed ? `${onList} · ${name}` : t(($) => $.practiceDialogs.admins.pick, { name })}
      onClick={onPick}
    >
      {listed ? onList : t(($) => $.practiceDialogs.admins.add)}
    </Button>
  )
}
