import type { ReactNode } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { useIsInDialog } from './dialog-context.ts'
import styles from './purchase-body.module.css'

interface PurchaseBodyProps {
  /** The part at the end; in a dialog it stays visible. */
  foot?: ReactNode
  children: ReactNode
}

/** The parts of a purchase one below the other. */
export function PurchaseBody({ foot, children }: PurchaseBodyProps) {
  if (!useIsInDialog())
    return (
      <Stack gap="l">
        {children}
        {foot}
      </Stack>
    )
  return (
    <>
      <div className={styles.body}>{children}</div>
      {Boolean(foot) && <footer className={styles.foot}>{foot}</footer>}
    </>
  )
}
