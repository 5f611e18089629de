import type { ButtonHTMLAttributes } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import styles from '../text/text.module.css'

/** A button that reads as a link inside a line of text. */
export function LinkButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={joinClassNames(styles.link, styles.bare, className)} />
}
