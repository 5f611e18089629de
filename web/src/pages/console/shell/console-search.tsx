import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Finder, FinderButton } from '../../../ui/search/finder.tsx'
import { useConsoleNavigate } from '../kit/address-state.ts'
import { searchQuery } from '../overview/overview.queries.ts'
import { useConsoleAccess } from '../use-console-access.ts'
import { useSearchGroups } from './search-groups.ts'

const typingDelayMs = 200
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Finds servers, users, orders and rentals from anywhere in the console: ⌘K or Ctrl+K. */
export function ConsoleSearch() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isIn = useConsoleAccess()
  const begin = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || !isIn) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', begin, listening)
    return () => listening.abort()
  }, [])
  if (!isIn) return null
  const label = t(($) => $.admin.find.label)
  return (
    <>
      <FinderButton
        label={label}
        shortcut={isApple ? '⌘K' : 'Ctrl K'}
        keys={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      />
      <SearchDialog open={open} label={label} onClose={() => setOpen(false)} />
    </>
  )
}

interface SearchDialogProps {
  open: boolean
  label: string
  onClose: () => void
}

function SearchDialog({ open, label, onClose }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={label} width="l" initialFocus={field}>
      <Search field={field} label={label} onTaken={onClose} />
    </Dialog>
  )
}

interface SearchProps {
  field: React.RefObject<HTMLInputElement | null>
  label: string
  onTaken: () => void
}

function Search({ field, label, onTaken }: SearchProps) {
  const { t, i18n } = useTranslation()
  const goTo = useConsoleNavigate()
  const [text, setText] = useState('')
  const find = useDebounced(text.trim())
  const { data, error, isPlaceholderData } = useQuery(searchQuery(find))
  const { groups, addresses } = useSearchGroups(find === '' ? undefined : data)
  const keys = groups.flatMap(({ items }) => items.map(({ key }) => key))
  const [picked, pick] = useState<string | null>(null)
  const chosen = picked !== null && keys.includes(picked) ? picked : (keys[0] ?? null)
  const take = (key: string) => {
    goTo(addresses.get(key) ?? '')
    onTaken()
  }
  const isCurrent = find !== '' && data !== undefined && !isPlaceholderData
  const timedOut = isCurrent ? data.timedOut : []
  return (
    <Finder
      ref={field}
      label={label}
      text={text}
      onText={setText}
      groups={groups}
      chosen={chosen}
      onChosen={pick}
      onTake={take}
    >
      {error === null ? (
        <output>
          {timedOut.length > 0
            ? t(($) => $.admin.find.timedOut, {
                kinds: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
                  timedOut.map((kind) => t(($) => $.admin.find[kind])),
                ),
              })
            : isCurrent && keys.length === 0 && t(($) => $.admin.find.nothing)}
        </output>
      ) : (
        <ErrorNote error={error} />
      )}
    </Finder>
  )
}

/** A text once it has stayed the same for a moment. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const rest = setTimeout(() => setRested(text), typingDelayMs)
    return () => clearTimeout(rest)
  }, [text])
  return rested
}
