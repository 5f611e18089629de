import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'

const dayMs = 24 * 3_600_000

/** Creates a sample server, for the blurred preview of a signed-out visitor: none of its data is real. */
export function createSampleServer(id: string, name: string, place: string): RentalView {
  const now = Date.now()
  const ends = now + 58 * dayMs
  return {
    instance_id: id,
    instance_name: name,
    region: 'ap-shanghai',
    region_name: { zh: place, en: place },
    public_ip: '203.0.113.16',
    server_port: 27015,
    connect_url: '',
    sv_password: '',
    expiredate: toCommunityDay(ends),
    timestamp: Math.floor(ends / 1_000),
    isExpired: false,
    isOwner: true,
    admin_list: '[]',
    status: 'RUNNING',
    maintenance_status: 0,
    relocatable: 1,
    relocated: 0,
    created: now,
    duration: '3m',
    maintenance: null,
    steps: null,
    switching: null,
    locked_until: null,
    live: null,
    applying: { confirmed: 1, pending: [] },
    outage: null,
    address_changed: null,
    verify_failed: null,
    console_refused: null,
    game_update: null,
    mode: 'practice',
    map_change: null,
    notice: null,
    kept_until: null,
    refund_offered: false,
    switches_left: null,
  }
}
