import * as calls from '@clutch/contract/api/events/host-checks.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { bearerOf } from '../../../platform/http/session/session-check.ts'
import { createQueryDriver, testServerConnection } from '../../servers/index.ts'
import { createHostCheck, getHostCheckResult } from './host-checks.service.ts'

/** The calls of `game-host doctor`, and the operator's call that permits it. The query driver ends with the app. */
export function registerHostCheckRoutes(context: AppContext, app: App): void {
  const query = createQueryDriver()
  app.addHook('onClose', async () => query.close())
  registerCall(app, calls.operatorCreateHostCheck, () => createHostCheck(context), {
    load: () => Promise.resolve(null),
    subject: () => 'host-check',
  })
  registerCall(app, calls.getHostCheck, ({ request }) => getHostCheckResult(context, bearerOf(request) ?? ''))
  registerCall(app, calls.probeCheckedHost, async ({ request, body }) => {
    await getHostCheckResult(context, bearerOf(request) ?? '')
    return testServerConnection(context, query, { ...body, protocol: 'valve' })
  })
}
