import { startSteamSignIn } from '@clutch/contract/api/auth.ts'
import { useTranslation } from '../../locales/translate.ts'
import { saveReturnPage } from '../../app/landing.ts'
import { openSignIn } from '../../app/sign-in-dialog.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormText, FormSeparator } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'

/** C1, C2: Steam, which is a step away from the portal, or e-mail. */
export function MainChoice() {
  const { t } = useTranslation()
  return (
    <Stack gap="l">
      <div>
        <ButtonLink
          href={startSteamSignIn.path}
          variant="primary"
          wide
          icon="gamepad"
          onClick={saveReturnPage}
        >
          {t(($) => $.signIn.withSteam)}
        </ButtonLink>
        <FormSeparator>{t(($) => $.signIn.or)}</FormSeparator>
        <Button wide icon="mail" onClick={() => openSignIn('emailLogin')}>
          {t(($) => $.signIn.withEmail)}
        </Button>
      </div>
      <FormText small>{t(($) => $.signIn.steamHint)}</FormText>
    </Stack>
  )
}
