import type { Body } from '@clutch/contract/api/call.ts'
import {
  operatorChangePortal,
  operatorGetPortal,
  type OperatorPortal,
} from '@clutch/contract/api/operator.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api-client.ts'

/** The settings of the portal: its texts, links and switches. */
export const portalSettingsQuery = queryOptions({
  queryKey: ['operator', 'portal'],
  queryFn: ({ signal }) => call(operatorGetPortal, { signal }),
})

export type PortalChange = Body<typeof operatorChangePortal>

/** Changes the named settings and answers all of them. With a revision it is refused where another operator saved first. */
export function changePortal(change: PortalChange, revision?: number): Promise<OperatorPortal> {
  return call(operatorChangePortal, { body: { ...change, revision } })
}
