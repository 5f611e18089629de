import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../../app/session/session.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { deleteDemo, fetchDemoLink, demosQuery } from '../rentals.queries.ts'
import { sortDemos } from './demo-list.ts'
import { useSecondsLeft } from './refresh-button.tsx'

/** G17: The demos of a server, the selected one, and the actions on it. */
export function useDemos(id: string) {
  const steamId = useSession()?.user.steamId ?? ''
  const query = useInfiniteQuery(demosQuery(steamId, id))
  const { data, dataUpdatedAt, errorUpdatedAt, isFetching, isFetchingNextPage, refetch } = query
  const demos = data && sortDemos(data.pages.flatMap((page) => page.demos))
  const [wanted, setChosen] = useState<string | null>(null)
  const [link, setLink] = useState<{ name: string; url: string } | null>(null)
  const [asking, setAsking] = useState(false)
  // A demo that was chosen may be gone after a refresh.
  const chosen = demos?.some(({ name }) => name === wanted) === true ? wanted : null
  const getting = useAction(async () => {
    if (chosen !== null) setLink({ name: chosen, url: await fetchDemoLink(id, chosen) })
  })
  const deleting = useAction(async () => {
    if (chosen === null) return
    await deleteDemo(id, chosen)
    await refetch()
    setAsking(false)
  })
  const seconds = useSecondsLeft(Math.max(dataUpdatedAt, errorUpdatedAt))
  return {
    query,
    demos,
    usage: data?.pages.at(-1)?.usage,
    chosen,
    setChosen: (name: string) => {
      setChosen(name)
      getting.clear()
    },
    refresh: { seconds, busy: isFetching && !isFetchingNextPage, now: () => void refetch() },
    getting,
    deleting: {
      ...deleting,
      asking,
      ask: () => {
        deleting.clear()
        setAsking(true)
      },
      cancel: () => setAsking(false),
    },
    link,
    setLink,
  }
}
