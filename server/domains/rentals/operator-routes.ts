import { operatorExportLeases } from '@clutch/contract/api/operator-exports.ts'
import { operatorListNodes } from '@clutch/contract/api/operator-nodes.ts'
import * as regions from '@clutch/contract/api/operator-regions.ts'
import type { OperatorRegion } from '@clutch/contract/api/operator-regions.ts'
import * as calls from '@clutch/contract/api/operator-rentals.ts'
import type { OperatorLease } from '@clutch/contract/api/operator-rentals.ts'
import type { AppContext } from '../../platform/context.ts'
import { registerCall } from '../../platform/http/answer.ts'
import type { App } from '../../platform/http/app.ts'
import { sendRows } from '../../platform/http/download.ts'
import { joinLanguages } from '../../platform/http/subject.ts'
import * as maintenance from './maintenance.ts'
import { listNodes } from './nodes.ts'
import * as actions from './operator-actions.ts'
import { exportLeases, listLeases, readLease } from './operator-leases.ts'
import { addRegion, changeRegion, listRegions, readRegion, removeRegion } from './regions.ts'

/** The operator's calls about rented servers, their regions and their machines. */
export function answerOperatorRentals(context: AppContext, app: App): void {
  answerRegions(context, app)
  answerLeases(context, app)
  registerCall(app, operatorListNodes, () => listNodes(context))
}

function answerRegions(context: AppContext, app: App): void {
  const look = ({ params }: { params: { code: string } }) => readRegion(context, params.code)
  const named = ({ name }: OperatorRegion) => joinLanguages(name)
  registerCall(app, regions.operatorListRegions, () => listRegions(context))
  registerCall(app, regions.operatorAddRegion, ({ body }) => addRegion(context, body), {
    made: (region) => region,
    named,
  })
  registerCall(
    app,
    regions.operatorRemoveRegion,
    async ({ params, query }) => {
      await removeRegion(context, params.code, query.revision)
      return undefined
    },
    { look, named },
  )
  registerCall(
    app,
    regions.operatorChangeRegion,
    ({ params, body }) => changeRegion(context, params.code, body),
    {
      look,
      named,
    },
  )
  registerCall(
    app,
    regions.operatorMaintainRegion,
    async ({ params, body }) => {
      await maintenance.maintainRegion(context, params.code, body)
      return readRegion(context, params.code)
    },
    { look, named },
  )
  registerCall(
    app,
    regions.operatorEndRegionMaintenance,
    async ({ params, query }) => {
      await maintenance.endRegionMaintenance(context, params.code, query.revision)
      return undefined
    },
    { look, named },
  )
}

function answerLeases(context: AppContext, app: App): void {
  const after = async (number: string, done: Promise<void>): Promise<OperatorLease> => {
    await done
    return (await readLease(context, number)).lease
  }
  const trail = {
    look: ({ params }: { params: { number: string } }) => lookAtLease(context, params.number),
    named: ({ name, number }: SeenLease) => `${name} (${number})`,
  }
  registerCall(app, calls.operatorListLeases, ({ query }) => listLeases(context, query))
  registerCall(app, operatorExportLeases, ({ query, reply }) =>
    sendRows(operatorExportLeases, reply, exportLeases(context, query)),
  )
  registerCall(app, calls.operatorGetLease, ({ params }) => readLease(context, params.number))
  registerCall(
    app,
    calls.operatorExtendLease,
    ({ params: { number }, body }) => after(number, actions.extendLease(context, number, body)),
    trail,
  )
  registerCall(
    app,
    calls.operatorRestartLease,
    ({ params: { number } }) => after(number, actions.restartLease(context, number)),
    trail,
  )
  registerCall(
    app,
    calls.operatorMoveLease,
    ({ params: { number }, body }) => after(number, actions.moveLease(context, number, body.region)),
    trail,
  )
  registerCall(
    app,
    calls.operatorEndLease,
    ({ params: { number } }) => after(number, actions.endLease(context, number)),
    trail,
  )
  answerLeaseMaintenance(context, app, trail)
}

function answerLeaseMaintenance(
  context: AppContext,
  app: App,
  trail: {
    look: (asked: { params: { number: string } }) => Promise<SeenLease>
    named: (lease: SeenLease) => string
  },
): void {
  registerCall(
    app,
    calls.operatorMaintainLease,
    async ({ params: { number }, body }) => {
      await maintenance.maintainLease(context, number, body.text)
      return (await readLease(context, number)).lease
    },
    trail,
  )
  registerCall(
    app,
    calls.operatorEndLeaseMaintenance,
    async ({ params }) => {
      await maintenance.endLeaseMaintenance(context, params.number)
      return undefined
    },
    trail,
  )
}

type SeenLease = Awaited<ReturnType<typeof lookAtLease>>

/** What the audit log keeps of a lease: what it is called, and what an operator can change. */
async function lookAtLease(context: AppContext, number: string) {
  const { lease, maintenance: own } = await readLease(context, number)
  const { instance_name: name, status, region, expires, switching } = lease
  const movesTo = switching?.region ?? null
  return { number, name, status, region, expires, movesTo, maintenance: own.own?.text ?? null }
}
