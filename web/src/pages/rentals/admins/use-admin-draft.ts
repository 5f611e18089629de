import { validateAdmins, type RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../app/api/api-error.ts'
import { useSession } from '../../../app/session/session.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { adminsQuery, applyAdmins } from '../rentals.queries.ts'
import { findAddErrors, hasSameAdmins, toRentalAdmin, type TypedAdmin } from './admin-draft.ts'

const noAdmins: readonly RentalAdmin[] = []
const nothingTyped: TypedAdmin = { steamid: '', note: '', isDone: false }

/** G15: the admins of a server as they are changed here, until they are applied. */
export function useAdminDraft(id: string) {
  const client = useQueryClient()
  const steamId = useSession()?.user.steamId ?? ''
  const loaded = useQuery(adminsQuery(steamId, id))
  const [draft, setDraft] = useState<readonly RentalAdmin[] | null>(null)
  const [typed, setTyped] = useState(nothingTyped)
  const [revision, setRevision] = useState<number | null>(null)
  const held = loaded.data?.admins ?? noAdmins
  const admins = draft ?? held
  // Who looks is the owner where anything can be changed.
  const protectedIds = [steamId, ...held.map(({ steamid }) => steamid)]
  const applying = useAction(async (wanted: readonly RentalAdmin[]) => {
    const problem = validateAdmins(wanted, protectedIds)
    if (problem !== null) throw new ApiError(problem, 400, 'not a list that can be applied')
    setRevision(await applyAdmins(client, steamId, id, wanted))
    setDraft(null)
  })
  const isTyped = typed.steamid.trim() !== '' || typed.note.trim() !== ''
  const change = (next: readonly RentalAdmin[]) => {
    setDraft(next)
    setRevision(null)
    applying.clear()
  }
  /** Adds what is typed; returns the list with it, or null while it is wrong, which its fields then show. */
  const addTyped = () => {
    const done = { ...typed, isDone: true }
    setTyped(done)
    const { steamid, note } = findAddErrors(admins, done, protectedIds)
    if (steamid !== null || note !== null) return null
    const next = [...admins, toRentalAdmin(typed)]
    change(next)
    setTyped(nothingTyped)
    return next
  }
  return {
    loaded,
    steamId,
    admins,
    protectedIds,
    isOwner: loaded.data?.isOwner === true,
    isUnsaved: isTyped || (draft !== null && !hasSameAdmins(draft, held)),
    /** What the portal took last, and nothing was changed since; null for nothing. */
    revision,
    change,
    typed,
    type: (part: Partial<TypedAdmin>) => setTyped({ ...typed, isDone: false, ...part }),
    addTyped,
    /** Applies the list, with what is typed but was not added yet. */
    apply: async () => {
      const wanted = isTyped ? addTyped() : admins
      if (wanted !== null) await applying.run(wanted)
    },
    applying,
  }
}
