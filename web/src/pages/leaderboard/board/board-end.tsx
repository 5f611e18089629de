import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { BouncingDots } from '../../../ui/loading/bouncing-dots.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import styles from './board-end.module.css'
import type { NextPages } from './use-board.ts'

interface BoardFootProps {
  more: NextPages
  /** How many rows there are: with more of them the end may still be in sight. */
  rows: number
}

/** I7: The end of the list. Loads the next page when it becomes visible; says so when there is none. */
export function BoardEnd({ more, rows }: BoardFootProps) {
  const { t } = useTranslation()
  const foot = useRef<HTMLDivElement>(null)
  const { there, state, load } = more
  const waits = there && state === 'idle'
  useEffect(() => {
    const end = foot.current
    if (end === null || !waits) return
    // A fast scroll reports leaving and returning in one batch.
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
      { threshold: 0 },
    )
    watch.observe(end)
    return () => watch.disconnect()
  }, [waits, load, rows])
  return (
    <div ref={foot} className={styles.foot}>
      {!there && t(($) => $.leaderboard.end)}
      {there && state !== 'failed' && <BouncingDots label={t(($) => $.leaderboard.loadingMore)} />}
      {there && state === 'failed' && <Button onClick={load}>{t(($) => $.leaderboard.loadMore)}</Button>}
    </div>
  )
}
