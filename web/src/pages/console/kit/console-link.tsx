import { Link } from '../../../app/router/page-anchor.tsx'
import type { ReactNode } from 'react'
import type { ConsoleAddress } from './console-paths.ts'
import link from '../../../ui/text/text.module.css'

interface ConsoleLinkProps {
  /** After `/admin/`, such as `orders/alerts` or `servers?server=…`. */
  to: ConsoleAddress
  /** After its `?`: filters of a list. */
  query?: Readonly<Record<string, string>>
  /** In the colour of the text around it: one of many in a table. */
  quiet?: boolean
  children: ReactNode
}

/** A way to another page of the console, in a line of text or a table. */
export function ConsoleLink({ to, query, quiet = false, children }: ConsoleLinkProps) {
  const [path = '', search = ''] = to.split('?')
  const state: Record<string, string> = { ...Object.fromEntries(new URLSearchParams(search)), ...query }
  return (
    <Link to="/admin/$" params={{ _splat: path }} search={state} className={quiet ? link.quiet : link.link}>
      {children}
    </Link>
  )
}
