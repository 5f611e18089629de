import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { IconButton } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import tones from '../status/tones.module.css'
import styles from './note.module.css'

const icons = { bad: 'warning', busy: 'clock', warn: 'warning', info: 'info' } as const satisfies Record<
  string,
  IconName
>

interface NoteProps {
  tone: keyof typeof icons
  /** A small button, such as "retry". */
  action?: ReactNode
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A line at the top of the part it is about: something failed, is late, or is worth knowing. */
export function Note({ tone, action, onClose, children }: NoteProps) {
  const { t } = useTranslation()
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={joinClassNames(tones[tone], styles.note)}>
      <Icon name={icons[tone]} />
      <div className={styles.text}>{children}</div>
      {action}
      {onClose && (
        <IconButton
          icon="close"
          variant="ghost"
          size="sm"
          label={t(($) => $.common.close)}
          onClick={onClose}
        />
      )}
    </div>
  )
}
