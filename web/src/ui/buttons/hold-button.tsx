import { holdDurationMs } from '@clutch/contract/limits.ts'
import { useEffect, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { joinClassNames } from '../styles/class-names.ts'
import { createHold, type HoldPhase } from './hold-gesture.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import { Spinner } from '../loading/spinner.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import styles from './hold-button.module.css'

interface HoldButtonProps {
  icon: IconName
  /** Its action. */
  children: string
  /** Its accessible name, if the text does not name the object; it begins with that text. */
  name?: string | undefined
  /** Called after it was held for `holdMs`; the callback passed at the press counts. */
  onHold: () => void
  /** A button with words beside the ring (default), or a cell of a bar with the words below. */
  shape?: 'button' | 'cell' | undefined
  /** The spinner takes the icon's place and the button does nothing. */
  submitting?: boolean | undefined
  /** Why it may not be held now: it stays reachable, dimmed, and says so in a tooltip. */
  disabledReason?: string | undefined
  className?: string | undefined
}

const radius = 12
const circumference = 2 * Math.PI * radius

/**
 * G8, G18: a button that acts only once it was held for 2 s: by mouse, finger, Enter or Space. Let go earlier it does nothing
 * and says what to do; moving away, scrolling or leaving it takes the press back. Who cannot hold, since assistive technology
 * only activates, activates it twice within some seconds. Its words come with those of `practice`.
 */
export function HoldButton(props: HoldButtonProps) {
  const {
    icon,
    children,
    name,
    onHold,
    shape = 'button',
    submitting = false,
    disabledReason,
    className,
  } = props
  const { t } = useTranslation()
  const blocked = submitting || disabledReason !== undefined
  const { phase, handlers } = useHold(onHold, blocked)
  const seconds = { seconds: holdDurationMs / 1_000 }
  const hint = t(($) => $.practice.hold.hint, seconds)
  const words: Record<HoldPhase, string> = {
    idle: children,
    holding: shape === 'cell' ? hint : t(($) => $.practice.hold.going),
    done: t(($) => $.practice.hold.done),
    hint,
    armed: hint,
  }
  return (
    <>
      <button
        type="button"
        {...handlers}
        aria-label={name ?? children}
        {...descriptionAttribute(disabledReason ?? t(($) => $.practice.hold.how, seconds))}
        aria-disabled={blocked || undefined}
        aria-busy={submitting || undefined}
        data-tooltip={disabledReason}
        data-phase={phase}
        className={joinClassNames(styles.hold, styles[shape], className)}
      >
        <span className={styles.mark}>
          <Ring />
          {submitting ? <Spinner /> : <Icon name={icon} size="s" />}
        </span>
        <HoldTexts all={words} shown={phase} />
      </button>
      <VisuallyHidden>
        <output>{phase === 'hint' ? hint : phase === 'armed' && t(($) => $.practice.hold.again)}</output>
      </VisuallyHidden>
    </>
  )
}

/** Said after the name; React knows the attribute, the rules of roles do not yet. */
function descriptionAttribute(text: string) {
  return { 'aria-description': text }
}

function Ring() {
  return (
    <svg className={styles.ring} viewBox="0 0 26 26" aria-hidden="true">
      <circle className={styles.track} cx="13" cy="13" r={radius} />
      <circle
        className={styles.fill}
        style={{ '--hold': `${holdDurationMs}ms`, '--around': circumference } as React.CSSProperties}
        cx="13"
        cy="13"
        r={radius}
      />
    </svg>
  )
}

/** Every text it may show lies in the same place, so that the button keeps its width. */
function HoldTexts({ all, shown }: { all: Record<HoldPhase, string>; shown: HoldPhase }) {
  const others = new Set(Object.values(all).filter((text) => text !== all[shown]))
  return (
    <span className={styles.words}>
      <span>{all[shown]}</span>
      {[...others].map((text) => (
        <span key={text} aria-hidden="true" className={styles.unseen}>
          {text}
        </span>
      ))}
    </span>
  )
}

/** What holding makes of pointers and keys; while it is blocked nothing does. */
function useHold(onHold: () => void, blocked: boolean) {
  const [phase, setPhase] = useState<HoldPhase>('idle')
  const [hold] = useState(() => createHold({ holdMs: holdDurationMs, onPhase: setPhase }))
  useEffect(() => hold.stop, [hold])
  useEffect(() => {
    if (blocked) hold.cancel()
  }, [blocked, hold])
  const isHolding = phase === 'holding'
  useEffect(() => {
    if (!isHolding) return
    // A window that loses focus receives no event when the button is released.
    const leaving = new AbortController()
    const signal = leaving.signal
    window.addEventListener('blur', hold.cancel, { signal })
    document.addEventListener('visibilitychange', hold.cancel, { signal })
    return () => leaving.abort()
  }, [isHolding, hold])
  const press = () => !blocked && hold.press(onHold)
  return {
    phase,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        // Assistive technology makes pointers of no type: its click is what counts.
        const type: string = event.pointerType
        if (type === '' || !event.isPrimary || event.button !== 0) return
        // A finger is bound to where it went down: let go, it leaves the button like a mouse does.
        if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId)
        press()
      },
      onPointerUp: hold.release,
      onPointerLeave: hold.cancel,
      onPointerCancel: hold.cancel,
      onBlur: hold.cancel,
      onContextMenu: (event: MouseEvent) => isHolding && event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPressKey(event)) return
        event.preventDefault()
        if (!event.repeat) press()
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (!isPressKey(event)) return
        event.preventDefault()
        hold.release()
      },
      onClick: (event: MouseEvent) => {
        if (!blocked && isAssistive(event)) hold.activate(onHold)
      },
    },
  }
}

function isPressKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !ctrlKey && !altKey && !metaKey
}

/** A click that no pointer and no key made. */
function isAssistive({ detail, nativeEvent }: MouseEvent): boolean {
  return detail === 0 || ('pointerType' in nativeEvent && nativeEvent.pointerType === '')
}
