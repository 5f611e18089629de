import { chatCommandTypes, type ChatCommand } from '@clutch/contract/api/rentals/rental-page.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'

/** G1: the commands of each type, in the operator's order. */
export function groupByType(
  commands: readonly ChatCommand[],
): { type: ChatCommand['type']; commands: ChatCommand[] }[] {
  return chatCommandTypes.map((type) => ({
    type,
    commands: commands.filter((command) => command.type === type),
  }))
}

/** G1: the common ones, those of a type together. */
export function commonCommands(commands: readonly ChatCommand[]): ChatCommand[] {
  return groupByType(commands).flatMap((group) => group.commands.filter(({ isFrequent }) => isFrequent))
}

/** Returns the part of a command to copy and type, without its arguments (`!map <map>` is `!map`). */
export function commandWord({ command }: Pick<ChatCommand, 'command'>): string {
  return command.split(/\s+[<[]/)[0] ?? command
}

/** G1: what a command does, in as few words as there are: the operator may have given it no brief text. */
export function briefText(
  { brief, description }: Pick<ChatCommand, 'brief' | 'description'>,
  language: Language,
): string {
  return brief[language].trim() || description[language]
}
