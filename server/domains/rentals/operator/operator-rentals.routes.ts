import { operatorExportRentals } from '@clutch/contract/api/console/list-exports.ts'
import * as updateCalls from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { operatorListHosts } from '@clutch/contract/api/rentals/operator-hosts.ts'
import * as regions from '@clutch/contract/api/rentals/operator-regions.ts'
import * as calls from '@clutch/contract/api/rentals/operator-rentals.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import { joinLanguages } from '../../../platform/http/calls/audit-subject.ts'
import { checkGameVersion } from '../../servers/index.ts'
import { registerGameSettingsRoutes } from '../game-settings/game-settings.routes.ts'
import * as updates from '../game-updates/game-updates.service.ts'
import * as maintenance from '../maintenance/maintenance.service.ts'
import { registerRentalModerationRoutes } from './rental-moderation.routes.ts'
import { registerFleetJobRoutes } from '../fleet-jobs/fleet-jobs.routes.ts'
import { listHosts } from '../hosts/hosts.service.ts'
import * as actions from './operator-rental-actions.service.ts'
import { exportRentals, listRentals, getRental } from './operator-rentals.service.ts'
import {
  createRegion,
  updateRegion,
  listRegions,
  getRegion,
  deleteRegion,
} from '../regions/regions.service.ts'

/** The operator's calls about rented servers, their regions and their machines. */
export function registerOperatorRentalRoutes(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
): void {
  registerRegionRoutes(context, app)
  registerRentalRoutes(context, app)
  registerRentalModerationRoutes(context, app, content)
  registerGameUpdateRoutes(context, app)
  registerGameSettingsRoutes(context, app)
  registerFleetJobRoutes(context, app)
  registerCall(app, operatorListHosts, () => listHosts(context))
}

function registerGameUpdateRoutes(context: AppContext, app: App): void {
  const after = async (done: Promise<void>) => {
    await done
    return updates.getGameUpdates(context)
  }
  const policy = {
    load: async () => {
      const { hold, deadline } = await updates.getGameUpdates(context)
      return { hold: hold?.reason ?? null, deadline }
    },
    subject: () => 'game-updates',
  }
  registerCall(app, updateCalls.operatorGetGameUpdates, () => updates.getGameUpdates(context))
  registerCall(app, updateCalls.operatorCheckGameVersion, () => after(checkGameVersion(context)), {
    load: async () => (await updates.getGameUpdates(context)).required,
    subject: () => 'game-updates',
  })
  registerInstallRoutes(context, app, after)
  registerCall(
    app,
    updateCalls.operatorHoldGameUpdates,
    ({ body }) => after(updates.holdGameUpdates(context, body.reason)),
    policy,
  )
  registerCall(
    app,
    updateCalls.operatorReleaseGameUpdates,
    () => after(updates.releaseGameUpdates(context)),
    policy,
  )
  registerCall(
    app,
    updateCalls.operatorSetUpdateDeadline,
    ({ body }) => after(updates.setUpdateDeadline(context, body.minutes)),
    policy,
  )
  registerCall(
    app,
    updateCalls.operatorClearUpdateDeadline,
    () => after(updates.clearUpdateDeadline(context)),
    policy,
  )
}

/** Runs of the command of one host. */
function registerInstallRoutes(
  context: AppContext,
  app: App,
  after: (done: Promise<void>) => Promise<updateCalls.GameUpdates>,
): void {
  const trail = {
    load: async ({ params: { hostName } }: { params: { hostName: string } }) => {
      const { hosts } = await updates.getGameUpdates(context)
      return hosts.find((host) => host.hostName === hostName)?.update ?? null
    },
    subject: ({ params }: { params: { hostName: string } }) => params.hostName,
  }
  const request = (hostName: string, action: Parameters<typeof updates.requestInstallAction>[2]) =>
    after(updates.requestInstallAction(context, hostName, action))
  registerCall(
    app,
    updateCalls.operatorUpdateInstall,
    ({ params }) => after(updates.requestInstallUpdate(context, params.hostName)),
    trail,
  )
  registerCall(
    app,
    updateCalls.operatorUseBuild,
    ({ params, body: { build, revision } }) =>
      request(params.hostName, { name: 'use', argument: build, revision }),
    trail,
  )
  registerCall(
    app,
    updateCalls.operatorHoldHostUpdates,
    ({ params, body: { reason, revision } }) =>
      request(params.hostName, { name: 'hold', argument: reason.trim(), revision }),
    trail,
  )
  registerCall(
    app,
    updateCalls.operatorReleaseHostUpdates,
    ({ params, query: { revision } }) =>
      request(params.hostName, { name: 'release', argument: '', revision }),
    trail,
  )
}

function registerRegionRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { code: string } }) => getRegion(context, params.code)
  const nameOf = ({ name }: regions.OperatorRegion) => joinLanguages(name)
  registerCall(app, regions.operatorListRegions, () => listRegions(context))
  registerCall(app, regions.operatorAddRegion, ({ body }) => createRegion(context, body), {
    created: (region) => region,
    nameOf,
  })
  registerCall(
    app,
    regions.operatorRemoveRegion,
    async ({ params, query }) => {
      await deleteRegion(context, params.code, query.revision)
      return undefined
    },
    { load, nameOf },
  )
  registerCall(
    app,
    regions.operatorChangeRegion,
    ({ params, body }) => updateRegion(context, params.code, body),
    {
      load,
      nameOf,
    },
  )
  registerCall(
    app,
    regions.operatorStartRegionMaintenance,
    async ({ params, body }) => {
      await maintenance.startRegionMaintenance(context, params.code, body)
      return getRegion(context, params.code)
    },
    { load, nameOf },
  )
  registerCall(
    app,
    regions.operatorEndRegionMaintenance,
    async ({ params, query }) => {
      await maintenance.endRegionMaintenance(context, params.code, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}

function registerRentalRoutes(context: AppContext, app: App): void {
  const after = async (number: string, done: Promise<void>): Promise<calls.OperatorRental> => {
    await done
    return (await getRental(context, number)).rental
  }
  const trail = {
    load: ({ params }: { params: { number: string } }) => readAuditedRental(context, params.number),
    nameOf: ({ name, number }: AuditedRental) => `${name} (${number})`,
  }
  registerCall(app, calls.operatorListRentals, ({ query }) => listRentals(context, query))
  registerCall(app, operatorExportRentals, ({ query, reply }) =>
    sendRows(operatorExportRentals, reply, exportRentals(context, query)),
  )
  registerCall(app, calls.operatorGetRental, ({ params }) => getRental(context, params.number))
  registerCall(
    app,
    calls.operatorExtendRental,
    ({ params: { number }, body }) => after(number, actions.extendRental(context, number, body)),
    trail,
  )
  registerCall(
    app,
    calls.operatorRestartRental,
    ({ params: { number } }) => after(number, actions.restartRental(context, number)),
    trail,
  )
  registerCall(
    app,
    calls.operatorMoveRental,
    ({ params: { number }, body }) => after(number, actions.switchRentalRegion(context, number, body.region)),
    trail,
  )
  registerCall(
    app,
    calls.operatorEndRental,
    ({ params: { number } }) => after(number, actions.endRental(context, number)),
    trail,
  )
  registerRentalMaintenanceRoutes(context, app, trail)
}

function registerRentalMaintenanceRoutes(
  context: AppContext,
  app: App,
  trail: {
    load: (input: { params: { number: string } }) => Promise<AuditedRental>
    nameOf: (rental: AuditedRental) => string
  },
): void {
  registerCall(
    app,
    calls.operatorStartRentalMaintenance,
    async ({ params: { number }, body }) => {
      await maintenance.startRentalMaintenance(context, number, body.text)
      return (await getRental(context, number)).rental
    },
    trail,
  )
  registerCall(
    app,
    calls.operatorEndRentalMaintenance,
    async ({ params }) => {
      await maintenance.endRentalMaintenance(context, params.number)
      return undefined
    },
    trail,
  )
}

type AuditedRental = Awaited<ReturnType<typeof readAuditedRental>>

/** Returns what the audit log stores of a rental: its name, and what an operator can change. */
async function readAuditedRental(context: AppContext, number: string) {
  const { rental, maintenance: own } = await getRental(context, number)
  const { instance_name: name, status, region, expires, switching } = rental
  const movesTo = switching?.region ?? null
  return { number, name, status, region, expires, movesTo, maintenance: own.own?.text ?? null }
}
