import type { OperatorRegion } from '@clutch/contract/api/rentals/operator-regions.ts'
import type { OperatorCall } from './operator-calls.ts'
import type { SeedMarks } from './seed.ts'

/** All of them are this machine; a few have no room, so that it is seen how that looks. */
const fullRegions: readonly string[] = ['ap-wuhan', 'ap-jakarta', 'ap-mumbai', 'sa-saopaulo']
const recommendedRegions: readonly string[] = ['ap-shanghai', 'ap-guangzhou', 'ap-hongkong']
const instancesPerHost = 10

/** Opens the regions of practice servers once, by the operator's own calls, and names an address for help. */
export async function seedRentals(call: OperatorCall, given: SeedMarks): Promise<void> {
  if (given.names().includes('rentals')) return
  for (const { code } of await call<OperatorRegion[]>('GET', 'regions')) {
    if (fullRegions.includes(code)) continue
    await call('PATCH', `regions/${code}`, {
      capacity: instancesPerHost,
      recommended: recommendedRegions.includes(code),
    })
  }
  await call('PATCH', 'portal', { practice: { supportEmail: 'help@clutch.example' } })
  given.add('rentals')
}
