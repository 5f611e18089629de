import { startSteamSignIn } from '@clutch/contract/api/accounts/sign-in.ts'
import { useTranslation } from '../../locales/translate.ts'
import { saveReturnPage } from '../../app/sign-in/return-page.ts'
import { openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { FormText, FormSeparator } from '../../ui/forms/form.tsx'
import { Stack } from '../../ui/layout/layout.tsx'

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
