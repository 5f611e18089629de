import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { logOut } from '../../app/account/account.queries.ts'
import { ApiError } from '../../app/api/api-error.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { Enrolment } from '../../app/second-factor/enrolment.tsx'
import { RecoveryCodes } from '../../app/second-factor/recovery-codes.tsx'
import { startSecondFactor } from '../../app/second-factor/second-factor.queries.ts'
import { openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { useAction } from '../../app/api/use-action.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Page, PageHeader, Panel, Stack } from '../../ui/layout/layout.tsx'
import { Note } from '../../ui/messages/note.tsx'

type Step =
  | { at: 'rest' }
  | { at: 'enrol'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[] }

interface GateSetUpProps {
  steamId: string
  /** From here on the way is not to be left before its end: the recovery codes are shown only once. */
  onBegin: () => void
  /** The codes are saved, or nothing was turned on. */
  onEnd: () => void
}

/** C12: an operator turns the second factor on right at the door of the console. */
export function SecondFactorSetup({ steamId, onBegin, onEnd }: GateSetUpProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const begin = useAction(async () => {
    const secret = await startSecondFactor()
    onBegin()
    setStep({ at: 'enrol', ...secret })
  })
  const end = async () => {
    await client.invalidateQueries({ queryKey: ['account', steamId] })
    onEnd()
  }
  if (step.at === 'rest') {
    return (
      <Page>
        <Stack>
          <SetupError error={begin.error} />
          <EmptyState
            icon="shield"
            title={t(($) => $.admin.gate.setUp)}
            action={
              <Button variant="primary" submitting={begin.busy} onClick={() => void begin.run()}>
                {t(($) => $.admin.gate.begin)}
              </Button>
            }
          >
            {t(($) => $.admin.gate.setUpNext)}
          </EmptyState>
        </Stack>
      </Page>
    )
  }
  const cancel = () => {
    setStep({ at: 'rest' })
    onEnd()
  }
  return (
    <Page measured>
      <PageHeader title={t(($) => $.admin.gate.secondFactor)} />
      <Panel>
        {step.at === 'enrol' ? (
          <Enrolment
            secret={step.secret}
            uri={step.uri}
            onCodes={(codes) => setStep({ at: 'codes', codes })}
            onCancel={cancel}
          />
        ) : (
          <RecoveryCodes codes={step.codes} onKept={end} />
        )}
      </Panel>
    </Page>
  )
}

/**
 * An old sign-in does not prove that the account's owner is present; a link to sign in again is next to it.
 */
function SetupError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const stale = error instanceof ApiError && error.code === 'session.sign_in_again'
  if (!stale) return <ErrorNote error={error} />
  const again = async () => {
    await logOut()
    openSignIn()
  }
  return (
    <Note
      tone="bad"
      action={
        <Button size="sm" onClick={() => void again()}>
          {t(($) => $.admin.gate.again)}
        </Button>
      }
    >
      {t(($) => $.admin.gate.stale)}
    </Note>
  )
}
