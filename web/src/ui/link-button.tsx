import type { ButtonHTMLAttributes } from 'react'
import { joinClassNames } from './classes.ts'
import styles from './text.module.css'

/** A button that reads as a link inside a line of text. */
export function LinkButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={joinClassNames(styles.link, styles.bare, className)} />
}
