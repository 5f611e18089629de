import type { MailSettings } from '@clutch/contract/api/accounts/mail-settings.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { optionalMailKinds, type OptionalMailKind } from '@clutch/contract/rules/accounts/optional-mails.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ApiError } from '../../app/api/api-error.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { useSession } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { useLatestSave } from '../../app/api/use-latest-save.ts'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { FormText } from '../../ui/forms/form.tsx'
import { Page, PageHeader, Panel, Stack } from '../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { Switch } from '../../ui/buttons/switch.tsx'
import { mailSettingsQuery, saveMailSettings } from './mail-settings.queries.ts'

const languages = ['zh', 'en'] as const satisfies readonly Language[]

interface Option {
  value: Language | 'both'
  text: string
}

/** Which mails an account gets, and in which language: opened by the link in a mail, or by a session. */
export function MailSettingsPage() {
  const { t } = useTranslation()
  const session = useSession()
  const [fromMail] = useState(() => readLinkToken(location.hash))
  const bearer = fromMail ?? session?.token
  return (
    <Page measured>
      <PageHeader title={t(($) => $.settings.mails.title)} />
      {bearer === undefined ? (
        <SignedOut title={t(($) => $.settings.mails.signedOut)}>
          {t(($) => $.settings.mails.signedOutNext)}
        </SignedOut>
      ) : (
        <Loaded key={bearer} bearer={bearer} />
      )}
    </Page>
  )
}

function Loaded({ bearer }: { bearer: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(mailSettingsQuery(bearer))
  if (data !== undefined) return <Choices bearer={bearer} settings={data} />
  if (error === null) return <SkeletonRows rows={4} />
  if (error instanceof ApiError && error.code === 'mail_settings.invalid_token')
    return (
      <EmptyState icon="lock" title={t(($) => $.settings.mails.invalid)}>
        {t(($) => $.settings.mails.invalidNext)}
      </EmptyState>
    )
  return <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
}

function Choices({ bearer, settings }: { bearer: string; settings: MailSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { value, change, error, busy } = useLatestSave(
    { language: settings.language, off: settings.off },
    (part) => saveMailSettings(client, bearer, part),
  )
  const { email } = settings
  const { language, off } = value
  const turn = (kind: OptionalMailKind, on: boolean) =>
    change({ off: on ? off.filter((one) => one !== kind) : [...off, kind] })
  const label = t(($) => $.settings.mails.language)
  return (
    <Stack gap="l">
      <FormText>
        {email === null ? t(($) => $.settings.mails.noAddress) : t(($) => $.settings.mails.to, { email })}
      </FormText>
      <ErrorNote error={error} />
      <Panel title={t(($) => $.settings.mails.kinds)}>
        <Stack>
          {optionalMailKinds.map((kind) => (
            <Switch key={kind} checked={!off.includes(kind)} onChange={(on) => turn(kind, on)}>
              {t(($) => $.settings.mails.kind[kind])}
            </Switch>
          ))}
          <FormText small>{t(($) => $.settings.mails.always)}</FormText>
        </Stack>
      </Panel>
      <Panel title={label}>
        <SegmentedControl
          label={label}
          options={languages.map((value): Option => ({
            value,
            text: t(($) => $.settings.general.languages[value]),
          }))}
          // Both until one was chosen.
          value={language ?? 'both'}
          onChange={(value) => value !== 'both' && change({ language: value })}
        />
      </Panel>
      <output>{busy ? t(($) => $.settings.mails.saving) : null}</output>
    </Stack>
  )
}

/** The token that a mail's link brings in the fragment of its address; null where it brings none. */
function readLinkToken(hash: string): string | null {
  return /^#([\w-]{20,200})$/.exec(hash)?.[1] ?? null
}
