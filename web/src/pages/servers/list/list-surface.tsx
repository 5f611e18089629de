import type { ServerSort } from '@clutch/contract/rules/servers/list/server-sort.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ReloadCover } from '../../../ui/loading/reload-cover.tsx'
import { useReducedMotion } from '../../../ui/state/use-media-query.ts'

interface ListSurfaceProps {
  /** D8: the old rows stay, blurred, under a spinner. */
  overlay: boolean
  sort: ServerSort
  children: ReactNode
}

/** D6: how long the fade of a re-sort takes, ms, and how far the rows travel. */
const fade = { duration: 240, easing: 'ease-out' } as const
const steps: Keyframe[] = [
  { opacity: 0.2, transform: 'translateY(0.5rem)' },
  { opacity: 1, transform: 'none' },
]

/** Where the list lives: it fades on a re-sort and is covered while it is loaded again. */
export function ListSurface({ overlay, sort, children }: ListSurfaceProps) {
  const { t } = useTranslation()
  const still = useReducedMotion()
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(sort)
  useEffect(() => {
    if (shown.current === sort) return
    shown.current = sort
    if (!still) content.current?.animate(steps, fade)
  }, [sort, still])
  return (
    <ReloadCover ref={content} covered={overlay} label={t(($) => $.servers.refreshing)} scrolls="inside">
      {children}
    </ReloadCover>
  )
}
