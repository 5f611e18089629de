import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { commandsQuery } from '../rentals.queries.ts'
import { CommandButton } from './command-button.tsx'
import { groupByType } from './command-lists.ts'
import styles from './panels.module.css'

/** G1: every command in three columns; a press on one copies it. */
export function CommandsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={onClose} title={t(($) => $.practice.commands.all)} width="l">
      <AllCommands />
    </Dialog>
  )
}

function AllCommands() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(commandsQuery)
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={6} />
    ) : (
      <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
    )
  return (
    <div className={styles.all}>
      <p className={styles.hint}>{t(($) => $.practice.commands.hint)}</p>
      <div className={styles.types}>
        {groupByType(data).map(({ type, commands }) => (
          <section key={type} className={styles.type}>
            <h3 className={styles.typeHead}>
              {t(($) => $.practice.commands.types[type])} <small>{commands.length}</small>
            </h3>
            {commands.map((command) => (
              <CommandButton key={command.command} command={command} whole />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}
