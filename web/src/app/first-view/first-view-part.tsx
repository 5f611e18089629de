import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { finishFirstView } from './first-view.ts'

/** How many parts of the page are not yet hydrated. */
let waiting = 0

/**
 * A part of a page that the portal rendered. React hydrates it after what is around it, and commits it by itself, so that no task is long;
 * parts within a part follow after that. The first view ends with the last of them.
 */
export function FirstViewPart({ children }: { children: ReactNode }) {
  const [part] = useState(createPart)
  useLayoutEffect(() => part.begin(), [part])
  return (
    <Suspense>
      <Hydrated onHydrated={part.end} />
      {children}
    </Suspense>
  )
}

/** Counts a part until it is hydrated or gone. */
function createPart() {
  let isWaiting = false
  const end = () => {
    if (!isWaiting) return
    isWaiting = false
    waiting -= 1
    finishWhenHydrated()
  }
  const begin = () => {
    isWaiting = true
    waiting += 1
    return end
  }
  return { begin, end }
}

/** Ends the first view unless a part of the page is not hydrated yet. */
export function finishWhenHydrated(): void {
  if (waiting === 0) finishFirstView()
}

function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  useEffect(() => onHydrated(), [onHydrated])
  return null
}
