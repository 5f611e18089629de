import { operatorExportLeases } from '@clutch/contract/api/operator-exports.ts'
import { operatorListNodes } from '@clutch/contract/api/operator-nodes.ts'
import * as regions from '@clutch/contract/api/operator-regions.ts'
import type { OperatorRegion } from '@clutch/contract/api/operator-regions.ts'
import * as calls from '@clutch/contract/api/operator-rentals.ts'
import type { OperatorLease } from '@clutch/contract/api/operator-rentals.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { sendRows } from '../http/download.ts'
import { inBoth } from '../http/subject.ts'
import * as maintenance from './maintenance.ts'
import { listNodes } from './nodes.ts'
import * as actions from './operator-actions.ts'
import { exportLeases, listLeases, readLease } from './operator-leases.ts'
import { addRegion, changeRegion, listRegions, readRegion, removeRegion } from './regions.ts'

/** The operator's calls about rented servers, their regions and their machines. */
export function answerOperatorRentals(house: House, app: App): void {
  answerRegions(house, app)
  answerLeases(house, app)
  answer(app, operatorListNodes, () => listNodes(house))
}

function answerRegions(house: House, app: App): void {
  const look = ({ params }: { params: { code: string } }) => readRegion(house, params.code)
  const named = ({ name }: OperatorRegion) => inBoth(name)
  answer(app, regions.operatorListRegions, () => listRegions(house))
  answer(app, regions.operatorAddRegion, ({ body }) => addRegion(house, body), {
    made: (region) => region,
    named,
  })
  answer(
    app,
    regions.operatorRemoveRegion,
    async ({ params, query }) => {
      await removeRegion(house, params.code, query.revision)
      return undefined
    },
    { look, named },
  )
  answer(app, regions.operatorChangeRegion, ({ params, body }) => changeRegion(house, params.code, body), {
    look,
    named,
  })
  answer(
    app,
    regions.operatorMaintainRegion,
    async ({ params, body }) => {
      await maintenance.maintainRegion(house, params.code, body)
      return readRegion(house, params.code)
    },
    { look, named },
  )
  answer(
    app,
    regions.operatorEndRegionMaintenance,
    async ({ params, query }) => {
      await maintenance.endRegionMaintenance(house, params.code, query.revision)
      return undefined
    },
    { look, named },
  )
}

function answerLeases(house: House, app: App): void {
  const after = async (number: string, done: Promise<void>): Promise<OperatorLease> => {
    await done
    return (await readLease(house, number)).lease
  }
  const trail = {
    look: ({ params }: { params: { number: string } }) => lookAtLease(house, params.number),
    named: ({ name, number }: SeenLease) => `${name} (${number})`,
  }
  answer(app, calls.operatorListLeases, ({ query }) => listLeases(house, query))
  answer(app, operatorExportLeases, ({ query, reply }) =>
    sendRows(operatorExportLeases, reply, exportLeases(house, query)),
  )
  answer(app, calls.operatorGetLease, ({ params }) => readLease(house, params.number))
  answer(
    app,
    calls.operatorExtendLease,
    ({ params: { number }, body }) => after(number, actions.extendLease(house, number, body)),
    trail,
  )
  answer(
    app,
    calls.operatorRestartLease,
    ({ params: { number } }) => after(number, actions.restartLease(house, number)),
    trail,
  )
  answer(
    app,
    calls.operatorMoveLease,
    ({ params: { number }, body }) => after(number, actions.moveLease(house, number, body.region)),
    trail,
  )
  answer(
    app,
    calls.operatorEndLease,
    ({ params: { number } }) => after(number, actions.endLease(house, number)),
    trail,
  )
  answerLeaseMaintenance(house, app, trail)
}

function answerLeaseMaintenance(
  house: House,
  app: App,
  trail: {
    look: (asked: { params: { number: string } }) => Promise<SeenLease>
    named: (lease: SeenLease) => string
  },
): void {
  answer(
    app,
    calls.operatorMaintainLease,
    async ({ params: { number }, body }) => {
      await maintenance.maintainLease(house, number, body.text)
      return (await readLease(house, number)).lease
    },
    trail,
  )
  answer(
    app,
    calls.operatorEndLeaseMaintenance,
    async ({ params }) => {
      await maintenance.endLeaseMaintenance(house, params.number)
      return undefined
    },
    trail,
  )
}

type SeenLease = Awaited<ReturnType<typeof lookAtLease>>

/** What the audit log keeps of a lease: what it is called, and what an operator can change. */
async function lookAtLease(house: House, number: string) {
  const { lease, maintenance: own } = await readLease(house, number)
  const { instance_name: name, status, region, expires, switching } = lease
  const movesTo = switching?.region ?? null
  return { number, name, status, region, expires, movesTo, maintenance: own.own?.text ?? null }
}
