import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appealMessagesMax, refuseAppealMessage, unansweredMessagesMax } from './appeals.ts'

const [player, operator] = [{ by: 'player' }, { by: 'operator' }] as const

test('an appeal and two additions are taken, then an answer is due', () => {
  expect(refuseAppealMessage([player, player])).toBeNull()
  expect(refuseAppealMessage([player, player, player])).toBe('appeal.awaits_answer')
  expect(refuseAppealMessage([player, player, player, operator])).toBeNull()
  expect(refuseAppealMessage([operator, player, player, player])).toBe('appeal.awaits_answer')
})

test('whatever operators answer, a player writes a limited number of messages', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 300 }), (answers) => {
      const messages: { by: 'player' | 'operator' }[] = []
      for (const isAnswered of answers) {
        if (isAnswered) messages.push(operator)
        if (refuseAppealMessage(messages) === null) messages.push(player)
      }
      const own = messages.filter(({ by }) => by === 'player').length
      expect(own).toBeLessThanOrEqual(appealMessagesMax)
      const runs = messages
        .map(({ by }) => (by === 'player' ? 'p' : 'o'))
        .join('')
        .split('o')
      for (const run of runs) expect(run.length).toBeLessThanOrEqual(unansweredMessagesMax)
    }),
  )
})
