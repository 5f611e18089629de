import * as boards from '@clutch/contract/api/leaderboard/operator-boards.ts'
import * as events from '@clutch/contract/api/events/operator-log-feeds.ts'
import { type Command, plain } from './command.ts'
import { consoleCommands } from './console-commands.ts'
import { caseCommands } from './case-commands.ts'
import { moneyCommands } from './payment-commands.ts'
import { moderationCommands } from './moderation-commands.ts'
import { peopleCommands } from './account-commands.ts'
import { rentalCommands } from './rental-commands.ts'
import { serverCommands } from './server-commands.ts'
import { vipCommands } from './vip-commands.ts'
import { wordsCommands } from './content-commands.ts'

const feedColumns = ['server', 'name', 'reports', 'last', 'batches', 'waiting', 'gaps', 'missing', 'match']
const resetColumns = ['id', 'steamId', 'mode', 'season', 'rows', 'state', 'created']
const flagColumns = ['id', 'steamId', 'nickname', 'kind', 'detail', 'server', 'at']

export const commands: readonly Command[] = [
  ...serverCommands,
  { ...plain('feed list', events.operatorListLogFeeds), columns: feedColumns },
  plain('feed acknowledge', events.operatorAcknowledgeLogGaps),
  { ...plain('season list', boards.operatorListSeasons), columns: ['id', 'name', 'state', 'starts', 'ends'] },
  plain('season open', boards.operatorOpenSeason),
  plain('season change', boards.operatorChangeSeason),
  plain('season rename', boards.operatorChangeSeason),
  plain('season close', boards.operatorCloseSeason),
  plain('season reopen', boards.operatorReopenSeason),
  plain('season cancel', boards.operatorCancelSeason),
  ...peopleCommands,
  {
    ...plain('player hidden', boards.operatorListHiddenPlayers),
    columns: ['steamId', 'nickname', 'reason', 'since'],
  },
  plain('player hide', boards.operatorHidePlayer),
  plain('player show', boards.operatorUnhidePlayer),
  { ...plain('reset list', boards.operatorListResets), columns: resetColumns },
  plain('reset make', boards.operatorCreateReset),
  plain('reset undo', boards.operatorUndoReset),
  { ...plain('flag list', boards.operatorListAnomalyFlags), columns: flagColumns },
  plain('flag dismiss', boards.operatorDismissAnomalyFlag),
  ...caseCommands,
  ...consoleCommands,
  ...moderationCommands,
  ...moneyCommands,
  ...vipCommands,
  ...rentalCommands,
  ...wordsCommands,
]
