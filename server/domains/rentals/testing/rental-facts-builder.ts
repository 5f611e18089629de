import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import type { RentalFacts } from '../reconciler/facts/rental-facts.ts'
import type { SwitchRow } from '../reconciler/reconciler.store.ts'

const minute = 60_000
export const factsNow = new Date('2026-11-21T12:00:00Z')

/** A time that many minutes from now; in the past if negative. */
export function minutesFromNow(count: number): Date {
  return new Date(factsNow.getTime() + count * minute)
}

const noOutage = { outage_at: null, outage_reason: null, outage_up_at: null, outage_credited_ms: '0' }

/** A rental that has run for a day and has another. */
function buildRentalRow(change: Partial<RentalRow> = {}): RentalRow {
  return {
    id: 'rental',
    number: 'sv-aaaaaa',
    user_id: 'user',
    owner: '76561197960265729',
    name: 'Practice',
    password: '',
    rcon_password: '',
    report_secret: '',
    admins: [],
    rev: 1,
    relocatable: true,
    region: 'ap-shanghai',
    duration: '1m',
    created_at: minutesFromNow(-1_440),
    ready_at: minutesFromNow(-1_440),
    expires_at: minutesFromNow(1_440),
    ended_at: null,
    revoked_at: null,
    failed_at: null,
    refund_asked_at: null,
    generation: 1,
    state: 'running',
    state_at: minutesFromNow(-1_440),
    problem: '',
    moderation_preset: null,
    restart_op: null,
    restart_at: null,
    verify_op: null,
    verify_at: null,
    maintenance_since: null,
    maintenance_zh: '',
    maintenance_en: '',
    credited_until: null,
    vip_until: null,
    cleared_at: null,
    request_id: null,
    due_at: factsNow,
    held_until: null,
    epoch: '1',
    tries: 0,
    retry_at: null,
    changed_at: minutesFromNow(-1_440),
    password_rev: 0,
    password_at: null,
    admins_rev: 0,
    admins_at: null,
    confirmed_rev: 0,
    ...noOutage,
    address: '',
    address_changed_at: null,
    verify_failed_at: null,
    map: null,
    mode: 'practice',
    grenades_rev: 0,
    ...change,
  }
}

/** One that is ready, and as it is wanted. */
function buildInstanceRow(change: Partial<InstanceRow> = {}): InstanceRow {
  return {
    rental_id: 'rental',
    generation: 1,
    region: 'ap-shanghai',
    driver: 'process',
    host_name: 'one',
    host: '10.0.0.1',
    public_host: '203.0.113.1',
    host_class: 'performance',
    port: 27_200,
    state: 'ready',
    created_at: minutesFromNow(-1_440),
    started_at: minutesFromNow(-1_440),
    ready_at: minutesFromNow(-1_440),
    silent_at: null,
    unreached_at: null,
    unreached_seen_at: null,
    removed_at: change.state === 'removed' ? minutesFromNow(-1) : null,
    kept: false,
    files_rev: 1,
    applied_rev: 1,
    grenades_rev: 0,
    demos_due: false,
    halted_at: null,
    tried: '',
    tries: 0,
    retry_at: null,
    restarted_op: null,
    verified_op: null,
    map: null,
    players: null,
    bots: null,
    players_max: null,
    seen_at: null,
    game_version: null,
    update_version: null,
    update_at: null,
    notice_version: null,
    notice_at: null,
    notice_minutes: null,
    refused_at: null,
    // Looked at a moment ago, unless a case says otherwise.
    ...(change.unreached_at && { unreached_seen_at: factsNow }),
    ...change,
  }
}

/** A move to Tokyo that was asked for a minute ago. */
export function buildSwitchRow(change: Partial<SwitchRow> = {}): SwitchRow {
  return {
    id: 'switch',
    rental_id: 'rental',
    from_region: 'ap-shanghai',
    to_region: 'ap-tokyo',
    by_owner: true,
    day: '2026-11-21',
    generation: null,
    state: 'running',
    asked_at: minutesFromNow(-1),
    ended_at: null,
    reason: '',
    forgotten_at: null,
    ...change,
  }
}

export function buildFacts(
  rental: Partial<RentalRow> = {},
  instances: readonly Partial<InstanceRow>[] = [{}],
  more: Partial<RentalFacts> = {},
): RentalFacts {
  return {
    now: factsNow,
    rental: buildRentalRow(rental),
    instances: instances.map(buildInstanceRow),
    switching: null,
    forgetting: null,
    mapChange: null,
    updates: [],
    nightlyHour: null,
    job: null,
    isMaintained: false,
    ...more,
  }
}
