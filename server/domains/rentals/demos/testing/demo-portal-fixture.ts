import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerAccounts } from '../../../accounts/index.ts'
import { type TestUser, signIn } from '../../../accounts/testing/test-users.ts'
import { registerContent } from '../../../content/index.ts'
import { allowRentalReports } from '../../../events/index.ts'
import type { AppContext } from '../../../../platform/context.ts'
import type { App } from '../../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../../testing/test-context.ts'
import { createTestApp } from '../../../../testing/http.ts'
import { type CreatedRental, insertReportingRental } from '../../testing/reporting-rental-builder.ts'
import { registerDemos } from '../index.ts'
import type { DemoLimits } from '../uploads/demo-upload.service.ts'

/** The calls of demos on an app context of their own, with a folder that goes with it; listening. */
export interface DemoPortal {
  context: TestContext
  app: App
  folder: string
  origin: string
  close(): Promise<void>
}

export async function openDemoPortal(
  limits?: DemoLimits,
  over: Pick<Partial<AppContext>, 'log'> = {},
): Promise<DemoPortal> {
  const context = await createTestContext(over)
  const folder = await mkdtemp(join(tmpdir(), 'clutch-demos-'))
  Object.assign(context.config, { demoDir: folder })
  const app = await createTestApp(context)
  registerAccounts(context, app)
  await registerDemos(context, app, await registerContent(context, app), limits)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(context.config, { publicUrl: origin })
  const close = async () => {
    await app.close()
    await context.destroy()
    await rm(folder, { recursive: true })
  }
  return { context, app, folder, origin, close }
}

export interface TestRental extends CreatedRental {
  person: TestUser
}

let userCount = 0

/** Creates a new user with a session. */
export function createSignedInUser(context: AppContext): Promise<TestUser> {
  userCount += 1
  return signIn(context, String(76_561_198_300_000_000n + BigInt(userCount)))
}

/** A rental that reports, with its owner. */
export async function createReportingRental(
  context: AppContext,
  members: readonly TestUser[] = [],
): Promise<TestRental> {
  const person = await createSignedInUser(context)
  const admins = members.map(({ steamId }) => ({ steamid: steamId, name: 'm', servername: '' }))
  const rental = await insertReportingRental(context, {
    owner: person.steamId,
    userId: person.userId,
    admins,
  })
  await context.database
    .transaction()
    .execute((tx) => allowRentalReports(tx, context.clock.now(), rental.id, rental.reportSecret))
  return { ...rental, person }
}

/** The names of the files of a rental. */
export async function listRentalDemoFiles(folder: string, rentalId: string): Promise<string[]> {
  return readdir(join(folder, rentalId)).catch(() => [])
}

/** Begins an upload that its sender continues, or not. */
export function beginUpload(origin: string, secret: string, headers: Record<string, string>) {
  const sent = request(`${origin}/api/events/demos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream', ...headers },
  })
  const answer = new Promise<number>((resolve) => {
    sent.on('response', (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.on('error', () => resolve(0))
  })
  return { sent, answer }
}
