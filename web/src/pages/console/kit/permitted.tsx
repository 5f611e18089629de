import type { Call } from '@clutch/contract/api/call.ts'
import type { ReactNode } from 'react'
import { useMayCall, useMayChangePage } from './permissions.ts'

interface PermittedProps {
  /** What the content does; left out, it changes what the page is about. */
  call?: Pick<Call, 'area' | 'method' | 'path'> | undefined
  /** The game server that it does that to. */
  serverId?: string | undefined
  /** Shown instead of the content. */
  otherwise?: ReactNode
  children: ReactNode
}

/** Shows content only to an operator whose role permits what it does. */
export function Permitted({ call, serverId, otherwise = null, children }: PermittedProps) {
  const mayCall = useMayCall()
  const mayChange = useMayChangePage()
  return (call ? mayCall(call, serverId) : mayChange) ? children : otherwise
}
