import { maxAdmins } from '@clutch/contract/limits.ts'
import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Badge } from '../../../ui/people/badge.tsx'
import { IconButton } from '../../../ui/buttons/button.tsx'
import styles from './admins.module.css'
import { formatAdmin } from './admin-draft.ts'

interface AdminListProps {
  admins: readonly RentalAdmin[]
  /** SteamID of who looks. */
  me: string
  /** Omit it if no admin may be removed. */
  onRemove?: ((steamid: string) => void) | undefined
}

/** G15: who is on the list, with the note; one's own row is marked. */
export function AdminList({ admins, me, onRemove }: AdminListProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{t(($) => $.practiceDialogs.admins.list)}</h3>
        <output className={styles.count}>
          {t(($) => $.practiceDialogs.admins.count, { count: admins.length, max: maxAdmins })}
        </output>
      </div>
      <div ref={place} tabIndex={-1} className={styles.list}>
        {admins.length === 0 && <p className={styles.none}>{t(($) => $.practiceDialogs.admins.none)}</p>}
        {admins.map((admin) => (
          <div key={admin.steamid} className={styles.row}>
            <Avatar name={formatAdmin(admin)} seed={admin.steamid} url={null} />
            <AdminWords admin={admin} isMe={admin.steamid === me} />
            {onRemove && (
              <IconButton
                icon="close"
                variant="ghost"
                label={t(($) => $.practiceDialogs.admins.removeOf, { name: formatAdmin(admin) })}
                tooltip={t(($) => $.practiceDialogs.admins.remove)}
                onClick={() => {
                  onRemove(admin.steamid)
                  place.current?.focus()
                }}
              />
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

function AdminWords({ admin, isMe }: { admin: RentalAdmin; isMe: boolean }) {
  const { t } = useTranslation()
  const { steamid, name, servername } = admin
  const label = formatAdmin(admin)
  return (
    <span className={styles.words}>
      <span className={styles.title}>
        <span className={styles.name}>{label}</span>
        {isMe && <Badge tone="own">{t(($) => $.practiceDialogs.admins.me)}</Badge>}
      </span>
      {label !== steamid && (
        <span className={styles.facts}>
          <span>{steamid}</span>
          {name !== '' && servername !== '' && <span className={styles.name}>{servername}</span>}
        </span>
      )}
    </span>
  )
}
