import { steamProfileUrl } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { useCopy } from '../../../app/copy/use-copy.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { OutsideLink } from '../../../app/navigation/outside-link.tsx'
import styles from './profile-card.module.css'

interface ProfileCardProps {
  steamId: string
  name: string
  /** Null: the drawn one. */
  picture: string | null
}

/** The player as others see them, and the SteamID. */
export function ProfileCard({ steamId, name, picture }: ProfileCardProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const done = copied === steamId
  return (
    <section className={styles.card} aria-label={t(($) => $.settings.profile.preview)}>
      <Avatar name={name} seed={steamId} url={picture} size="xl" />
      <div className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <span className={styles.facts}>
          {t(($) => $.settings.profile.steamId)} <Code>{steamId}</Code>
          <OutsideLink href={steamProfileUrl(steamId)}>{t(($) => $.settings.steamPage)}</OutsideLink>
        </span>
      </div>
      <Button icon={done ? 'check' : 'copy'} good={done} onClick={() => copy(steamId)}>
        {done ? t(($) => $.settings.copied) : t(($) => $.settings.profile.copy)}
      </Button>
    </section>
  )
}
