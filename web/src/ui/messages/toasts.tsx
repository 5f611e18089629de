import { toastMs } from '@clutch/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { IconButton } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import { closeToast, toastStore, type Toast } from './toast-store.ts'
import tones from '../status/tones.module.css'
import styles from './toasts.module.css'
import { useStore } from '../state/store.ts'

const icons = { good: 'check', bad: 'warning', info: 'info' } as const

/** The toasts: bottom right, three at most, each for 5 s, waiting while the pointer or the focus rests on them. */
export function Toasts() {
  const toasts = useStore(toastStore)
  const [paused, setPaused] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A toast that is removed while it has the focus or the pointer tells of neither leaving.
    setPaused(box.current?.matches(':hover, :focus-within') === true)
  }, [toasts])
  return (
    <div
      ref={box}
      aria-live="polite"
      className={styles.toasts}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={paused} />
      ))}
    </div>
  )
}

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const { t } = useTranslation()
  useCountdown(toastMs, paused, () => closeToast(toast.id))
  return (
    <div className={joinClassNames(tones[toast.tone], styles.toast)}>
      <Icon name={icons[toast.tone]} />
      <div className={styles.text}>
        {toast.title}
        {toast.detail !== undefined && <span className={styles.detail}>{toast.detail}</span>}
      </div>
      <IconButton
        icon="close"
        variant="ghost"
        size="sm"
        label={t(($) => $.common.close)}
        onClick={() => closeToast(toast.id)}
      />
    </div>
  )
}

/** Calls `done` after this many ms in which it was not paused. */
function useCountdown(ms: number, paused: boolean, done: () => void): void {
  const left = useRef(ms)
  const latest = useRef(done)
  useEffect(() => {
    latest.current = done
  })
  useEffect(() => {
    if (paused) return
    const started = performance.now()
    const timer = setTimeout(() => latest.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - started
    }
  }, [paused])
}
