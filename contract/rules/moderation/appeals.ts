/** Who wrote a message of an appeal. */
export const appealAuthors = ['player', 'operator'] as const
export type AppealAuthor = (typeof appealAuthors)[number]

/** Messages that a player may write before an operator answers: their appeal, and two additions. */
export const unansweredMessagesMax = 3
/** Messages of a player in one appeal. */
export const appealMessagesMax = 30
/** Why a player may not write now: no answer yet, or too many messages; null where they may. */
export function refuseAppealMessage(
  messages: readonly { by: AppealAuthor }[],
): 'appeal.awaits_answer' | 'appeal.full' | null {
  const lastAnswer = messages.findLastIndex(({ by }) => by === 'operator')
  if (messages.length - 1 - lastAnswer >= unansweredMessagesMax) return 'appeal.awaits_answer'
  return messages.filter(({ by }) => by === 'player').length >= appealMessagesMax ? 'appeal.full' : null
}

/** How long a player waits after an appeal was rejected until they may appeal against the same sanction again. */
export const appealAgainAfterMs = 30 * 24 * 3_600_000

/** What a player learns of their appeal: that it was answered, or how it ended. */
export const appealNews = ['answer', 'lifted', 'upheld'] as const
