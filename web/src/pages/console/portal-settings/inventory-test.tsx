import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorTestInventory } from '@clutch/contract/api/inventory/inventory.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useSession } from '../../../app/session/session.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { testInventory } from './portal-settings.queries.ts'

/** J3: signs the operator in at the inventory site as a player would be, and says what keeps players out. */
export function InventoryTest() {
  const { t } = useTranslation()
  const session = useSession()
  const [result, setResult] = useState<Reply<typeof operatorTestInventory> | null>(null)
  const test = useAction(async (steamId: string) => {
    setResult(null)
    setResult(await testInventory(steamId))
  })
  if (session === null) return null
  return (
    <Stack>
      <div>
        <Button submitting={test.busy} onClick={() => void test.run(session.user.steamId)}>
          {t(($) => $.adminWords.texts.inventoryTest)}
        </Button>
      </div>
      <ErrorNote error={test.error} />
      {result?.problem === null && <Note tone="info">{t(($) => $.adminWords.texts.inventoryWorks)}</Note>}
      {result?.problem != null && <Problem problem={result.problem} detail={result.detail} />}
    </Stack>
  )
}

type Found = Reply<typeof operatorTestInventory> & { problem: string }

function Problem({ problem, detail }: Found) {
  const { t } = useTranslation()
  return (
    <Note tone="bad">
      <p>{t(($) => $.adminWords.texts.inventoryProblems[problem])}</p>
      <small lang="en">{detail}</small>
    </Note>
  )
}
