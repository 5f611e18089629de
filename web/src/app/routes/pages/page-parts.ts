import type { LazyComponent } from '../../browser/lazy-component.tsx'
import { getSession } from '../../session/session.ts'

type Preloaded = Pick<LazyComponent, 'preload'>

/** A page together with a part of it that only signed-in users see, where there is a session. The page itself loads it for the others. */
export async function withOwnPart<Page>(part: Preloaded, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, getSession() === null ? undefined : part.preload()])
  return loaded
}
