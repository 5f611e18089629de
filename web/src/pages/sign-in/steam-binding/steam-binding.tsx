import { gameBindCodeLength, gameBindCodeLifetimeMs } from '@clutch/contract/limits.ts'
import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useNavigationErrorText } from '../../../app/navigation/use-navigation-error-text.ts'
import { getBinding, type Binding } from '../../../app/session/session.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Emphasised } from '../../../ui/text/emphasised.tsx'
import { Form, FormText, FormSeparator } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { failureStore, startBindingRedirect } from './binding-redirect.ts'
import { showIfBlocked } from '../blocked-store.ts'
import { toBindingError } from '../sign-in-callbacks.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { ModeProps } from '../mode-props.ts'
import { startProviderBinding, bindSteamId, redeemGameCode } from '../sign-in.queries.ts'
import { useStore } from '../../../ui/state/store.ts'

/** C1: binds an e-mail account to a SteamID, proven by Steam or in the game. */
export function SteamBinding({ onDone }: ModeProps) {
  const { t } = useTranslation()
  const words = useBindingErrorText()
  const leaving = useTask()
  const failureWords = useNavigationErrorText()
  const failed = useStore(failureStore)
  const failure = failed !== null && failed.token === getBinding()?.token ? failed.why : null
  const [error, setError] = useState<string | null>(null)
  const atSteam = () => {
    const binding = getBinding()
    failureStore.set(null)
    setError(null)
    if (binding === null) return setError(t(($) => $.signIn.binding.expired))
    void leaving.run(async () => {
      try {
        const url = await startProviderBinding(binding)
        startBindingRedirect(binding)
        location.assign(url)
      } catch (reason) {
        setError(words(reason))
      }
    })
  }
  return (
    <Stack gap="l">
      <FormText>{t(($) => $.signIn.binding.lead)}</FormText>
      {error === null && failure !== null && <Note tone="bad">{failureWords(failure)}</Note>}
      {error !== null && (
        <Note
          tone="bad"
          action={
            <Button size="sm" onClick={() => openSignIn('emailLogin')}>
              {t(($) => $.signIn.login.submit)}
            </Button>
          }
        >
          {error}
        </Note>
      )}
      <div>
        <Button variant="primary" wide icon="gamepad" submitting={leaving.busy} onClick={atSteam}>
          {t(($) => $.signIn.binding.withSteam)}
        </Button>
        <FormSeparator>{t(($) => $.signIn.binding.inGame)}</FormSeparator>
        <GameCodeBinding onDone={onDone} onExpired={() => setError(t(($) => $.signIn.binding.expired))} />
      </div>
    </Stack>
  )
}

interface InGameProps {
  onDone: () => void
  onExpired: () => void
}

/** C10: the code a player reads in the game: whose it is first, then the binding; the code itself is good only once. */
function GameCodeBinding({ onDone, onExpired }: InGameProps) {
  const { t } = useTranslation()
  const words = useBindingErrorText()
  const { busy, run } = useTask()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [proven, setProven] = useState<{ code: string; user: Identity } | null>(null)

  const bind = async (binding: Binding) => {
    try {
      const user = proven?.code === code ? proven.user : await redeemGameCode(binding, code)
      setProven({ code, user })
      if (await finishSignIn(await bindSteamId(binding, user.steamId), 'bound')) onDone()
    } catch (reason) {
      if (!showIfBlocked(reason)) setFault(words(reason))
    }
  }
  const submit = () => {
    const binding = getBinding()
    if (binding === null) return onExpired()
    if (code.length !== gameBindCodeLength)
      return setFault(t(($) => $.signIn.binding.codeMissing, { length: gameBindCodeLength }))
    void run(() => bind(binding))
  }
  return (
    <Form onSubmit={submit}>
      <FormText small>
        <Emphasised text={t(($) => $.signIn.binding.inGameHint)} />
      </FormText>
      <TextField
        label={t(($) => $.signIn.binding.code)}
        aside={t(($) => $.signIn.binding.codeLife, { minutes: gameBindCodeLifetimeMs / 60_000 })}
        name="game-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        placeholder=" "
        spaced
        required
        value={code}
        error={fault}
        onChange={(event) => {
          setFault(null)
          const typed = event.currentTarget.value.toLowerCase().replaceAll(/\s/g, '')
          setCode(typed.slice(0, gameBindCodeLength))
        }}
      />
      <Button type="submit" wide submitting={busy}>
        {t(($) => $.signIn.binding.submit)}
      </Button>
    </Form>
  )
}

/** C11: Some refusals have their own texts, and so do too many attempts; all others ask to try later. */
function useBindingErrorText(): (reason: unknown) => string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (reason) => {
    const known = toBindingError(reason)
    if (known !== null) return t(($) => $.errors[known])
    const limited = reason instanceof ApiError && reason.code === 'RATE_LIMIT_EXCEEDED'
    return limited ? errorText(reason) : t(($) => $.signIn.binding.tryLater)
  }
}
