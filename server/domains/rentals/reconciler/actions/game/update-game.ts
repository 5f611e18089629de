import type { Fleet } from '../../../fleet.ts'
import type { ActionOf, RentalFacts } from '../../facts/rental-facts.ts'
import { addHistoryLine } from '../../history.store.ts'
import { noLiveStatus, updateInstance, updateRental } from '../../reconciler.store.ts'
import { buildGameConfig } from './game-config.ts'
import { getActionTarget, getDriver } from '../action-target.ts'
import type { SideEffect } from '../side-effect.ts'

/**
 * Restarts the game of an instance, once for a version: it starts from what its host has installed. Someone who joined since the
 * last report keeps playing, unless the deadline is over.
 */
export function updateGame(fleet: Fleet, facts: RentalFacts, step: ActionOf<'update'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { instance, key, instanceRef } = target
  const { version, isForced } = step
  return {
    step,
    effect: 'update',
    act: async () => {
      const status = isForced ? null : await fleet.game.queryStatus(instance)
      if (status !== null && status.players > 0)
        return (tx) => updateInstance(tx, key, { players: status.players })
      await getDriver(fleet, target).restart(instanceRef, `update-${version}`)
      return async (tx, { now }) => {
        await updateInstance(tx, key, {
          state: 'starting',
          started_at: now,
          applied_rev: 0,
          silent_at: null,
          update_version: version,
          update_at: now,
          ...noLiveStatus,
        })
        await updateRental(tx, facts.rental.id, { restart_at: now })
        await addHistoryLine(tx, { ...key, at: now, what: 'restarted for an update', detail: { version } })
      }
    },
  }
}

/** Informs the players of an occupied instance that it restarts in some minutes; a repetition does no harm. */
export function announceUpdate(fleet: Fleet, facts: RentalFacts, step: ActionOf<'announce'>): SideEffect {
  const { instance, key } = getActionTarget(facts, step)
  const { version, reason, minutes } = step
  return {
    step,
    effect: 'announce',
    act: async () => {
      const config = buildGameConfig(fleet.context, facts.rental)
      await fleet.game.announce(instance, config, notices[reason](minutes))
      return async (tx, { now }) => {
        const notice = { notice_version: version, notice_at: now, notice_minutes: minutes }
        await updateInstance(tx, key, notice)
        await addHistoryLine(tx, {
          ...key,
          at: now,
          what: reason === 'update' ? 'update announced' : 'interruption announced',
          detail: { minutes },
        })
      }
    },
  }
}

/** Players of all languages share a server. */
const notices: Record<ActionOf<'announce'>['reason'], (minutes: number) => string> = {
  update: (minutes) =>
    `${minutes} 分钟后重启以更新游戏 / This server restarts in ${minutes} min to update the game`,
  restart: (minutes) => `${minutes} 分钟后重启 / This server restarts in ${minutes} min`,
  move: (minutes) =>
    `${minutes} 分钟后换到另一台主机，地址会改变 / This server moves to another host in ${minutes} min, its address changes`,
}
