import { registrationSuccessViewMs } from '@clutch/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormDone, FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { useSecondsLeft } from '../use-seconds-left.ts'

/** C6: the account is there; after 5 s, or at once, on to signing in. */
export function Registered() {
  const { t } = useTranslation()
  const [until] = useState(() => Date.now() + registrationSuccessViewMs)
  const seconds = useSecondsLeft(until)
  const next = () => openSignIn('emailLogin')
  useEffect(() => {
    if (seconds === 0) next()
  }, [seconds])
  return (
    <Stack gap="l">
      <FormDone title={t(($) => $.signIn.register.done)}>
        <FormText>{t(($) => $.signIn.register.doneHint, { count: seconds })}</FormText>
      </FormDone>
      <Button variant="primary" wide onClick={next}>
        {t(($) => $.signIn.register.doneNext)}
      </Button>
    </Stack>
  )
}
