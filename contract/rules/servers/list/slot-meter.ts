import { slotMeterSegments } from '../../../limits.ts'

export type Segment = 'taken' | 'free' | 'reserved'

export interface SlotMeter {
  /** Left to right; reserved ones are the last that are not taken. */
  segments: Segment[]
  /** Green to 60 %, amber to 85 %, red above. */
  level: 'good' | 'busy' | 'bad'
}

/** The slot meter (design, F8): a segment a slot, 20 at most; a bigger server is drawn to scale. */
export function buildSlotMeter(current: number, max: number, reserved: number): SlotMeter {
  const slots = Math.max(0, Math.min(max, slotMeterSegments))
  const scale = max > slots ? slots / max : 1
  const taken = current > 0 ? Math.min(slots, Math.max(1, Math.round(current * scale))) : 0
  const reservedSegments =
    reserved > 0 && max > 0 ? Math.min(slots, Math.max(1, Math.round(reserved * scale))) : 0
  const segments = Array.from({ length: slots }, (_, at): Segment => {
    if (at < taken) return 'taken'
    return at >= slots - reservedSegments ? 'reserved' : 'free'
  })
  return { segments, level: getLevel(max > 0 ? current / max : 0) }
}

function getLevel(share: number): SlotMeter['level'] {
  if (share > 0.85) return 'bad'
  return share > 0.6 ? 'busy' : 'good'
}
