import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { commandsQuery } from '../rentals.queries.ts'
import { CommandButton } from './command-button.tsx'
import { commonCommands } from './command-lists.ts'
import { CommandsDialog } from './commands-dialog.tsx'
import { CollapsiblePanel } from './fold-panel.tsx'
import { PanelState } from './panel-state.tsx'
import styles from './panels.module.css'
import { useOpenPanel } from './use-open-panel.ts'

/** How many common commands stay in sight of a folded panel: one row. */
const maxCollapsedCommands = 3

/** G1: the commands one needs all the time, and the way to all of them. */
export function CommandsPanel() {
  const { t } = useTranslation()
  const { open, toggle } = useOpenPanel('commands')
  const [showingAll, setShowingAll] = useState(false)
  const commands = useQuery(commandsQuery)
  const count = commands.data?.length ?? 0
  const title = t(($) => $.practice.commands.title)
  return (
    <>
      <CollapsiblePanel
        label={title}
        head={
          <>
            <h2 className={styles.title}>{title}</h2>
            <span className={styles.where}>{t(($) => $.practice.commands.where)}</span>
          </>
        }
        tools={
          <Button
            variant="ghost"
            size="sm"
            icon="info"
            aria-haspopup="dialog"
            {...floatingIntent}
            onClick={() => setShowingAll(true)}
          >
            {count === 0
              ? t(($) => $.practice.commands.all)
              : t(($) => $.practice.commands.allCount, { count })}
          </Button>
        }
        open={open}
        onToggle={toggle}
      >
        {(unfolded) => {
          if (commands.data === undefined) return <PanelState result={commands} all={unfolded} />
          const shown = commonCommands(commands.data)
          return (
            <div className={styles.scroll}>
              <div className={unfolded ? styles.commands : styles.oneRow}>
                {(unfolded ? shown : shown.slice(0, maxCollapsedCommands)).map((command) => (
                  <CommandButton key={command.command} command={command} />
                ))}
              </div>
            </div>
          )
        }}
      </CollapsiblePanel>
      <CommandsDialog open={showingAll} onClose={() => setShowingAll(false)} />
    </>
  )
}
