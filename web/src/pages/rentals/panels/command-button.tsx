import type { ChatCommand } from '@clutch/contract/api/rentals/rental-page.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { useCopy } from '../../../app/copy/use-copy.ts'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Code, VisuallyHidden } from '../../../ui/text/text.tsx'
import { briefText, commandWord } from './command-lists.ts'
import styles from './panels.module.css'

interface CommandButtonProps {
  command: ChatCommand
  /** With everything that can be said of it: in the dialog; else briefly, in one line. */
  whole?: boolean
}

/** G1: One command and its description; a press copies it. */
export function CommandButton({ command, whole = false }: CommandButtonProps) {
  const { t, i18n } = useTranslation()
  const { copied, copy } = useCopy()
  const word = commandWord(command)
  const language = i18n.language as Language
  const description = command.description[language]
  const text = whole ? description : briefText(command, language)
  const said = t(($) => $.common.copied)
  return (
    <button
      type="button"
      className={joinClassNames(styles.command, whole && styles.whole, copied !== null && styles.copied)}
      data-tooltip={whole ? undefined : `${command.command}  ${description}`}
      onClick={() => copy(word)}
    >
      <VisuallyHidden>{t(($) => $.practice.commands.copy, { command: '' })}</VisuallyHidden>
      <Code>{whole ? command.command : word}</Code>
      <span className={styles.about}>{copied === null ? text : said}</span>
      <span className={styles.mark}>
        <Icon name={copied === null ? 'copy' : 'check'} size="s" />
      </span>
      {copied !== null && (
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      )}
    </button>
  )
}
