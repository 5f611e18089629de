import type { RentalRegion, RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { switchRegion } from '../rentals.queries.ts'
import { readSwitchOutcome, waitForSwitch } from './wait-for-switch.ts'

/** The state of a region switch on the page. `error` is why the last one failed, null if none did. */
type SwitchState =
  | { at: 'choosing'; error: unknown }
  | { at: 'running'; target: RentalRegion; since: number }
  | { at: 'timeout'; target: RentalRegion }
  | { at: 'failed'; target: RentalRegion }
  | { at: 'done'; target: RentalRegion }

type KnownState =
  | Exclude<SwitchState, { at: 'failed' }>
  | { at: 'unsure'; target: RentalRegion; error: unknown }

/**
 * G18: Switches a server and waits for it. The server's own state also reports the switch: it counts if there
 * is no readable answer. Closing the dialog ends the wait, not the switch.
 */
export function useRegionSwitch(server: RentalView) {
  const client = useQueryClient()
  const [known, setKnown] = useState<KnownState>({ at: 'choosing', error: null })
  const [wasSwitching, setWasSwitching] = useState(false)
  if (server.switching !== null && !wasSwitching) setWasSwitching(true)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const begin = async (target: RentalRegion) => {
    const left = new AbortController()
    leaving.current = left
    setWasSwitching(false)
    setKnown({ at: 'running', target, since: Date.now() })
    const send = (signal: AbortSignal) => switchRegion(client, server.instance_id, target.region, signal)
    try {
      const waited = await waitForSwitch(send, left.signal)
      if (waited !== 'left') setKnown({ at: waited, target })
    } catch (error) {
      setKnown({ at: 'unsure', target, error })
    }
  }
  return { state: toSwitchState(known, server, wasSwitching), begin }
}

function toSwitchState(known: KnownState, server: RentalView, wasSwitching: boolean): SwitchState {
  if (known.at === 'choosing' || known.at === 'done') return known
  const outcome = readSwitchOutcome(server, known.target.region, wasSwitching)
  if (outcome === 'done') return { at: 'done', target: known.target }
  if (known.at === 'timeout') return outcome === 'failed' ? { at: 'failed', target: known.target } : known
  return known.at === 'unsure' ? { at: 'choosing', error: known.error } : known
}
