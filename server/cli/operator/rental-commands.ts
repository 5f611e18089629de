import { operatorExportLeases } from '@clutch/contract/api/operator-exports.ts'
import { operatorListNodes } from '@clutch/contract/api/operator-nodes.ts'
import * as regions from '@clutch/contract/api/operator-regions.ts'
import * as calls from '@clutch/contract/api/operator-rentals.ts'
import { type Command, plain } from './command.ts'

const leaseColumns = [
  'instance_id',
  'instance_name',
  'owner',
  'status',
  'region',
  'node',
  'created',
  'expiredate',
  'isExpired',
  'problem',
]
const regionColumns = [
  'code',
  'name',
  'group',
  'position',
  'recommended',
  'hidden',
  'capacity',
  'used',
  'served',
  'maintenance',
]
const nodeColumns = ['node', 'driver', 'regions', 'instances', 'listed', 'problem']

/** What an operator does about rented servers, where they stand, and the commands of their chat (G). */
export const rentalCommands: readonly Command[] = [
  { ...plain('rental list', calls.operatorListLeases), columns: leaseColumns },
  plain('rental export', operatorExportLeases),
  plain('rental show', calls.operatorGetLease),
  plain('rental extend', calls.operatorExtendLease),
  plain('rental restart', calls.operatorRestartLease),
  plain('rental move', calls.operatorMoveLease),
  plain('rental end', calls.operatorEndLease),
  plain('rental maintain', calls.operatorMaintainLease),
  plain('rental resume', calls.operatorEndLeaseMaintenance),
  { ...plain('region list', regions.operatorListRegions), columns: regionColumns },
  plain('region add', regions.operatorAddRegion),
  plain('region change', regions.operatorChangeRegion),
  plain('region remove', regions.operatorRemoveRegion),
  plain('region maintain', regions.operatorMaintainRegion),
  plain('region resume', regions.operatorEndRegionMaintenance),
  { ...plain('node list', operatorListNodes), columns: nodeColumns },
]
