import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import { Spinner } from '../loading/spinner.tsx'
import styles from './button.module.css'

interface ButtonStyle {
  /** `risky` leads to a destructive action, `danger` performs it. */
  variant?: 'default' | 'primary' | 'ghost' | 'risky' | 'danger' | undefined
  /** 28, 34 (default; 40 on a phone), 40 beside a field, or 44 high. */
  size?: 'sm' | 'md' | 'field' | 'lg' | undefined
  icon?: IconName | undefined
  /** After the text; a menu's chevron. */
  trailing?: IconName | undefined
  /** Green text, after a successful action. */
  good?: boolean | undefined
  /** The whole width and 48 high: what a form or a choice leads up to. */
  wide?: boolean | undefined
}

interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement> | undefined
  /** The spinner takes the icon's place and the button does nothing. */
  submitting?: boolean | undefined
  /** Why it may not be pressed now: it stays reachable, dimmed, and says so in a tooltip. */
  disabledReason?: string | undefined
  children: ReactNode
}

/** A button with words. One filled (`primary`) a view. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, trailing, good, wide, submitting, disabledReason, ...others } = props
  const { children, onClick, ...rest } = others
  const blocked = submitting === true || disabledReason !== undefined
  return (
    <button
      type="button"
      {...rest}
      {...disabledAttributes(disabledReason)}
      aria-disabled={blocked || rest['aria-disabled']}
      aria-busy={submitting || undefined}
      className={joinClassNames(buttonClassName({ variant, size, good, wide }), rest.className)}
      onClick={blocked ? undefined : onClick}
    >
      {submitting === true ? <Spinner /> : icon && <Icon name={icon} size={size === 'sm' ? 's' : 'm'} />}
      {children}
      {trailing && <Icon name={trailing} size="s" />}
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle, AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement> | undefined
  href: string
  disabledReason?: string | undefined
  children: ReactNode
}

/** A link that looks like a button: joining opens the game through its address. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, icon, trailing, good, wide, disabledReason, children, href, ...rest } = props
  const blocked = disabledReason !== undefined
  return (
    <a
      {...rest}
      {...disabledAttributes(disabledReason)}
      {...(blocked ? { role: 'link', tabIndex: 0, 'aria-disabled': true } : { href })}
      className={joinClassNames(buttonClassName({ variant, size, good, wide }), rest.className)}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 's' : 'm'} />}
      {children}
      {trailing && <Icon name={trailing} size="s" />}
    </a>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement> | undefined
  icon: IconName
  /** Its name for screen readers. */
  label: string
  /** What the tooltip says; the label where it says nothing else. Null: no tooltip. */
  tooltip?: string | null | undefined
  variant?: ButtonStyle['variant']
  size?: ButtonStyle['size']
  good?: boolean | undefined
  filled?: boolean | undefined
  submitting?: boolean | undefined
  disabledReason?: string | undefined
}

/** A square button with a drawing only. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, tooltip, variant, size, good, filled, submitting, disabledReason, onClick, ...rest } =
    props
  const blocked = submitting === true || disabledReason !== undefined
  return (
    <button
      type="button"
      data-tooltip={tooltip === null ? undefined : (tooltip ?? label)}
      {...rest}
      {...disabledAttributes(disabledReason)}
      aria-label={label}
      aria-disabled={blocked || rest['aria-disabled']}
      className={joinClassNames(buttonClassName({ variant, size, good }), styles.square, rest.className)}
      onClick={blocked ? undefined : onClick}
    >
      {submitting === true ? (
        <Spinner />
      ) : (
        <Icon name={icon} size={size === 'sm' ? 's' : 'm'} filled={filled ?? false} />
      )}
    </button>
  )
}

function buttonClassName({
  variant = 'default',
  size = 'md',
  good = false,
  wide = false,
}: ButtonStyle): string {
  return joinClassNames(
    styles.button,
    styles[variant],
    styles[size],
    good && styles.good,
    wide && styles.wide,
  )
}

function disabledAttributes(reason: string | undefined) {
  return reason === undefined ? {} : { 'data-tooltip': reason, 'aria-description': reason }
}
