import { tooltipDelayMs } from '@clutch/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useFloating } from './lazy-floating.ts'

interface ShownTooltip {
  anchor: Element
  text: string
}

/**
 * One tooltip for the whole page: whatever carries `data-tooltip` gets it after 700 ms of hover, or at once when the
 * keyboard reaches it, and so does a text that is cut off, in full. A `data-tooltip-delay` (ms) on the element or around it sets another delay. Fingers do not hover: what
 * cannot be done now says why when it is tapped.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<ShownTooltip | null>(null)
  const [last, setLast] = useState<ShownTooltip | null>(null)
  if (shown !== null && shown !== last) setLast(shown)
  useEffect(() => watchTooltips(setShown), [])
  const parts = useFloating(shown !== null)
  if (parts === null || last === null) return null
  return <parts.FloatingTooltip open={shown !== null} anchor={last.anchor} text={last.text} />
}

/** Listens to the document; returns what stops it. */
function watchTooltips(show: (shown: ShownTooltip | null) => void): () => void {
  const listening = new AbortController()
  let anchor: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let byFinger = false

  const aim = (target: EventTarget | null, delay: number | null) => {
    const next =
      target instanceof Element ? (target.closest('[data-tooltip]') ?? findTruncated(target)) : null
    if (next === anchor) return
    clearTimeout(timer)
    show(null)
    anchor = next
    if (next === null) return
    timer = setTimeout(
      () => {
        const text = next.getAttribute('data-tooltip') ?? next.textContent
        if (text !== '' && next.isConnected) show({ anchor: next, text })
      },
      delay ?? tooltipDelay(next),
    )
  }
  const leave = () => aim(null, null)

  const options = { signal: listening.signal, passive: true }
  document.addEventListener(
    'pointerover',
    (event) => event.pointerType === 'mouse' && aim(event.target, null),
    options,
  )
  document.addEventListener('focusin', ({ target }) => isFocusVisible(target) && aim(target, 0), options)
  document.addEventListener('focusout', leave, options)
  document.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      byFinger = pointerType !== 'mouse'
      leave()
    },
    options,
  )
  // The click comes last of a tap, after the focus has moved.
  document.addEventListener(
    'click',
    ({ target }) => byFinger && isDisabled(target) && aim(target, 0),
    options,
  )
  document.addEventListener('scroll', leave, { ...options, capture: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), options)
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}

function tooltipDelay(element: Element): number {
  const own = Number(
    element.closest('[data-tooltip-delay]')?.getAttribute('data-tooltip-delay') ?? Number.NaN,
  )
  return Number.isFinite(own) ? own : tooltipDelayMs
}

/** The text under the pointer that ends in an ellipsis: the element itself or one closely around it. */
function findTruncated(target: Element): Element | null {
  let element: Element | null = target
  for (let up = 0; element !== null && up < 3; up++, element = element.parentElement)
    if (element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis')
      return element.matches('input') ? null : element
  return null
}

/** What cannot be done now, and says why. */
function isDisabled(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-tooltip]')?.ariaDisabled === 'true'
}

function isFocusVisible(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':focus-visible')
}
