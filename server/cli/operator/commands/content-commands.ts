import * as announcements from '@clutch/contract/api/content/operator-announcements.ts'
import * as chat from '@clutch/contract/api/content/operator-chat-commands.ts'
import * as faqs from '@clutch/contract/api/content/operator-faqs.ts'
import { operatorTestInventory } from '@clutch/contract/api/inventory/inventory.ts'
import {
  operatorChangePortalSettings,
  operatorGetPortalSettings,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import { type Command, plain } from './command.ts'
import { type Field, fieldsOf } from '../input/fields.ts'

const announcementColumns = ['id', 'position', 'text']
const faqColumns = ['id', 'position', 'published', 'question']
const commandColumns = ['id', 'position', 'command', 'type', 'isFrequent', 'description']

/** What the portal says to players: announcements, questions and answers, commands of the chat, its settings and texts. */
export const wordsCommands: readonly Command[] = [
  {
    ...plain('announcement list', announcements.operatorListAnnouncements),
    columns: announcementColumns,
  },
  plain('announcement add', announcements.operatorAddAnnouncement),
  plain('announcement change', announcements.operatorChangeAnnouncement),
  plain('announcement remove', announcements.operatorRemoveAnnouncement),
  { ...plain('faq list', faqs.operatorListFaqs), columns: faqColumns },
  plain('faq add', faqs.operatorAddFaq),
  plain('faq change', faqs.operatorChangeFaq),
  plain('faq remove', faqs.operatorRemoveFaq),
  { ...plain('command list', chat.operatorListChatCommands), columns: commandColumns },
  plain('command add', chat.operatorAddChatCommand),
  plain('command change', chat.operatorChangeChatCommand),
  plain('command remove', chat.operatorRemoveChatCommand),
  plain('portal show', operatorGetPortalSettings),
  plain('portal set', operatorChangePortalSettings),
  plain('inventory test', operatorTestInventory),
  { ...plain('rules show', operatorGetPortalSettings), shows: 'rules' },
  { ...plain('rules set', operatorChangePortalSettings), fields: rulesFields(), shows: 'rules' },
]

/** The community's rules are a part of the portal's settings; a server's own are set by `server change`. */
function rulesFields(): Field[] {
  return fieldsOf(operatorChangePortalSettings).filter(({ path }) => path[0] === 'rules')
}
