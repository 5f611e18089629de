import type { Body } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/content/operator-chat-commands.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

export const commandsQuery = queryOptions({
  queryKey: ['operator', 'commands'],
  queryFn: ({ signal }) => call(calls.operatorListChatCommands, { signal }),
})

/** Adds a command, or changes the one of this id. */
export async function saveCommand(
  id: string | undefined,
  { revision, ...body }: Body<typeof calls.operatorAddChatCommand> & { revision: number | undefined },
): Promise<void> {
  if (id === undefined) await call(calls.operatorAddChatCommand, { body })
  else await call(calls.operatorChangeChatCommand, { params: { id }, body: { ...body, revision } })
}

export async function removeCommand({ id, revision }: calls.OperatorChatCommand): Promise<void> {
  await call(calls.operatorRemoveChatCommand, { params: { id }, query: { revision } })
}
