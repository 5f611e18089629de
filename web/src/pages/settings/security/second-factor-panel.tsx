import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Enrolment } from '../../../app/second-factor/enrolment.tsx'
import { RecoveryCodes } from '../../../app/second-factor/recovery-codes.tsx'
import { SignInAgain } from '../../../app/second-factor/sign-in-again.tsx'
import { startSecondFactor } from '../../../app/second-factor/second-factor.queries.ts'
import { SettingRow } from '../setting-row.tsx'
import { refetchAccount, newRecoveryCodes, turnOffSecondFactor } from '../settings.queries.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { CodeDialog } from './code-dialog.tsx'
import styles from './security.module.css'

/** Idle, the authenticator being set up, or recovery codes to save. */
type Step =
  | { at: 'rest' }
  | { at: 'enrol'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[] }

const idleStep: Step = { at: 'rest' }

/** J2: the second factor: turning it on and off, and its recovery codes. */
export function SecondFactorPanel({ account }: { account: Account }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [step, setStep] = useState(idleStep)
  const showCodes = (codes: readonly string[]) => setStep({ at: 'codes', codes })
  // The focused element disappears with its step.
  const place = useRef<HTMLDivElement>(null)
  const backToRest = () => {
    setStep(idleStep)
    place.current?.focus()
  }
  // The codes remain until they are saved: only then does the panel reload the account.
  const lookAgain = async () => {
    await refetchAccount(client, account.steamId)
    backToRest()
  }
  const op = account.groups.includes('op')
  return (
    <Panel title={t(($) => $.settings.secondFactor.title)} padded={step.at !== 'rest'}>
      <div ref={place} tabIndex={-1} className={styles.place}>
        {step.at === 'rest' && op && !account.secondFactor.on && (
          <div className={styles.note}>
            <Note tone="busy">{t(($) => $.settings.secondFactor.needed)}</Note>
          </div>
        )}
        {step.at === 'rest' &&
          (account.secondFactor.on ? (
            <TurnedOn account={account} op={op} onCodes={showCodes} onOff={lookAgain} />
          ) : (
            <TurnedOff onEnrol={(secret) => setStep({ at: 'enrol', ...secret })} />
          ))}
        {step.at === 'enrol' && (
          <Enrolment secret={step.secret} uri={step.uri} onCodes={showCodes} onCancel={backToRest} />
        )}
        {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={lookAgain} />}
      </div>
    </Panel>
  )
}

function TurnedOff({ onEnrol }: { onEnrol: (secret: { secret: string; uri: string }) => void }) {
  const { t } = useTranslation()
  const begin = useAction(async () => onEnrol(await startSecondFactor()))
  return (
    <>
      <SettingRow
        lead={<Icon name="shield" />}
        title={t(($) => $.settings.secondFactor.off)}
        hint={t(($) => $.settings.secondFactor.about)}
      >
        <Button submitting={begin.busy} onClick={() => void begin.run()}>
          {t(($) => $.settings.secondFactor.turnOn)}
        </Button>
      </SettingRow>
      {begin.error !== null && (
        <div className={styles.note}>
          <SignInAgain error={begin.error} />
        </div>
      )}
    </>
  )
}

interface TurnedOnProps {
  account: Account
  op: boolean
  onCodes: (codes: readonly string[]) => void
  onOff: () => Promise<void>
}

function TurnedOn({ account, op, onCodes, onOff }: TurnedOnProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  const close = () => setAsking(null)
  const turnOff = async (code: string) => {
    await turnOffSecondFactor(code)
    await onOff()
    showToast({ tone: 'info', title: t(($) => $.settings.secondFactor.turnedOff) })
  }
  return (
    <>
      <SettingRow
        lead={<Icon name="shield" />}
        title={<Status tone="good">{t(($) => $.settings.secondFactor.on)}</Status>}
        hint={t(($) => $.settings.secondFactor.codesLeft, { count: account.secondFactor.recoveryCodes })}
      >
        <Button onClick={() => setAsking('codes')}>{t(($) => $.settings.secondFactor.newCodes)}</Button>
        <Button
          disabledReason={op ? t(($) => $.errors['second_factor.required']) : undefined}
          onClick={() => setAsking('off')}
        >
          {t(($) => $.settings.secondFactor.turnOff)}
        </Button>
      </SettingRow>
      <CodeDialog
        open={asking === 'codes'}
        onClose={close}
        title={t(($) => $.settings.secondFactor.newCodes)}
        text={t(($) => $.settings.secondFactor.newCodesText)}
        action={t(($) => $.settings.secondFactor.makeCodes)}
        onCode={async (code) => onCodes(await newRecoveryCodes(code))}
      />
      <CodeDialog
        open={asking === 'off'}
        onClose={close}
        title={t(($) => $.settings.secondFactor.turnOffTitle)}
        text={t(($) => $.settings.secondFactor.turnOffText)}
        action={t(($) => $.settings.secondFactor.turnOff)}
        danger
        onCode={turnOff}
      />
    </>
  )
}
