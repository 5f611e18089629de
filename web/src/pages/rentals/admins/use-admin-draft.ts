import { validateAdmins, type RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../app/api/api-error.ts'
import { useSession } from '../../../app/session/session.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { adminsQuery, applyAdmins } from '../rentals.queries.ts'
import { hasSameAdmins } from './admin-draft.ts'

const noAdmins: readonly RentalAdmin[] = []

/** G15: the admins of a server as they are changed here, until they are applied. */
export function useAdminDraft(id: string) {
  const client = useQueryClient()
  const steamId = useSession()?.user.steamId ?? ''
  const loaded = useQuery(adminsQuery(steamId, id))
  const [draft, setDraft] = useState<readonly RentalAdmin[] | null>(null)
  const [revision, setRevision] = useState<number | null>(null)
  const held = loaded.data?.admins ?? noAdmins
  const admins = draft ?? held
  // Who looks is the owner where anything can be changed.
  const protectedIds = [steamId, ...held.map(({ steamid }) => steamid)]
  const applying = useAction(async () => {
    const problem = validateAdmins(admins, protectedIds)
    if (problem !== null) throw new ApiError(problem, 400, 'not a list that can be applied')
    setRevision(await applyAdmins(client, steamId, id, admins))
    setDraft(null)
  })
  return {
    loaded,
    steamId,
    admins,
    protectedIds,
    isOwner: loaded.data?.isOwner === true,
    isUnsaved: draft !== null && !hasSameAdmins(draft, held),
    /** What the portal took last, and nothing was changed since; null for nothing. */
    revision,
    change: (next: readonly RentalAdmin[]) => {
      setDraft(next)
      setRevision(null)
      applying.clear()
    },
    apply: () => applying.run(),
    applying,
  }
}
