import type { Call } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/operator.ts'
import { fieldsOf } from './fields.ts'
import type { Field } from './fields.ts'

/** One `npm run operator -- <noun> <verb>`; what it takes is read off its call. */
export interface Command {
  name: string
  call: Call
  fields: readonly Field[]
  /** The columns of its table, where the answer is a list. */
  columns?: readonly string[]
  /** The part of the answer that is shown. */
  shows?: string
}

const serverColumns = [
  'id',
  'name',
  'ip',
  'port',
  'protocol',
  'category',
  'region',
  'state',
  'hidden',
  'has_rcon',
]

export const commands: readonly Command[] = [
  { ...plain('server list', calls.operatorListServers), columns: serverColumns },
  plain('server add', calls.operatorAddServer),
  plain('server change', calls.operatorChangeServer),
  plain('server remove', calls.operatorRemoveServer),
  { ...plain('announcement list', calls.operatorListAnnouncements), columns: ['id', 'position', 'text'] },
  plain('announcement add', calls.operatorAddAnnouncement),
  plain('announcement remove', calls.operatorRemoveAnnouncement),
  plain('portal show', calls.operatorGetPortal),
  plain('portal set', calls.operatorChangePortal),
  { ...plain('rules show', calls.operatorGetPortal), shows: 'rules' },
  { ...plain('rules set', calls.operatorChangePortal), fields: rulesFields(), shows: 'rules' },
]

function plain(name: string, call: Call): Command {
  return { name, call, fields: fieldsOf(call) }
}

/** The community's rules are a part of the portal's settings; a server's own are set by `server change`. */
function rulesFields(): Field[] {
  return fieldsOf(calls.operatorChangePortal).filter(({ path }) => path[0] === 'rules')
}
