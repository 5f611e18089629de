import {
  parseSavedGrenades,
  type SavedGrenadesFault,
} from '@clutch/contract/rules/rentals/maps/saved-grenades.ts'
import { savedGrenadesMaxBytes } from '@clutch/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../app/api/use-action.ts'
import { saveFile } from '../../../app/files/save-file.ts'
import { useSession } from '../../../app/session/session.ts'
import { addGrenades, fetchGrenadesFile, grenadesQuery, restoreVersion } from './grenades.queries.ts'

export type GrenadesView = 'grenades' | 'versions'

interface GrenadeNews {
  /** Line-ups of a file were added. */
  onAdded: (count: number) => void
  onRestored: () => void
}

/** The saved grenades of a server, the selected version, and the actions on them. */
export function useGrenades(id: string, { onAdded, onRestored }: GrenadeNews) {
  const steamId = useSession()?.user.steamId ?? ''
  const query = useQuery(grenadesQuery(steamId, id))
  const { data, refetch } = query
  const [wanted, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState<SavedGrenadesFault | null>(null)
  const [asking, setAsking] = useState(false)
  const versions = data?.versions ?? []
  // The version may be deleted by now.
  const chosen = versions.find((one) => one.id === wanted) ?? null
  const current = versions.find(({ isCurrent }) => isCurrent) ?? null
  const downloading = useAction(async (version: string) => {
    saveFile('savednades.json', [await fetchGrenadesFile(id, version)], 'application/json')
  })
  const uploading = useAction(async (file: File) => {
    setFault(null)
    const text = file.size > savedGrenadesMaxBytes ? null : await file.text()
    const problem = text === null ? ({ kind: 'too-large' } as const) : parseSavedGrenades(text).fault
    setFault(problem)
    if (problem !== null || text === null) return
    const added = await addGrenades(id, JSON.parse(text.replace(/^\uFEFF/, '')))
    await refetch()
    onAdded(added)
  })
  const restoring = useAction(async () => {
    if (chosen !== null) await restoreVersion(id, chosen.id)
    await refetch()
    setAsking(false)
    onRestored()
  })
  return {
    query,
    grenades: data?.grenades,
    versions,
    current,
    pending: data?.pending ?? false,
    chosen,
    setChosen,
    downloading,
    uploading,
    fault,
    restoring: {
      ...restoring,
      asking,
      ask: () => {
        restoring.clear()
        setAsking(true)
      },
      cancel: () => setAsking(false),
    },
  }
}

export type GrenadesState = ReturnType<typeof useGrenades>
