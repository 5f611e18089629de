import type { Body } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/operator-commands.ts'
import type { OperatorCommand } from '@clutch/contract/api/operator-commands.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api-client.ts'

export const commandsQuery = queryOptions({
  queryKey: ['operator', 'commands'],
  queryFn: ({ signal }) => call(calls.operatorListCommands, { signal }),
})

/** Adds a command, or changes the one of this id. */
export async function saveCommand(
  id: string | undefined,
  { revision, ...body }: Body<typeof calls.operatorAddCommand> & { revision: number | undefined },
): Promise<void> {
  if (id === undefined) await call(calls.operatorAddCommand, { body })
  else await call(calls.operatorChangeCommand, { params: { id }, body: { ...body, revision } })
}

export async function removeCommand({ id, revision }: OperatorCommand): Promise<void> {
  await call(calls.operatorRemoveCommand, { params: { id }, query: { revision } })
}
