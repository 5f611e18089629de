import { avatarSources, usernameSchema, type Account } from '@clutch/contract/api/accounts/account.ts'
import { usernameMaxLength } from '@clutch/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { updateUser } from '../../../app/session/session.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ChoiceCards } from '../../../ui/choices/choice-card.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { saveProfile, steamPictureUrl } from '../settings.queries.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { useUnsavedText } from '../../../app/forms/use-unsaved-changes.tsx'
import { ProfileCard } from './profile-card.tsx'
import styles from './profile-form.module.css'
import { findProfileChanges, trimName, toProfile, displayName } from './profile-draft.ts'

/** The name and the picture, seen as others will before they are saved. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [profile, setProfile] = useState(() => toProfile(account))
  const changes = findProfileChanges(profile, account)
  const changed = Object.keys(changes).length > 0
  const save = useAction(async () => {
    const saved = await saveProfile(client, account.steamId, changes)
    setProfile(toProfile(saved))
    updateUser(saved)
  })
  const question = useUnsavedText(changed)
  const badName = !usernameSchema.safeParse(profile.name).success
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!changed || badName) return
    if (await save.run()) showToast({ tone: 'good', title: t(($) => $.settings.profile.saved) })
  }
  const name = displayName(profile, account)
  const picture = account.avatar === '' ? steamPictureUrl(account.steamId) : account.avatar
  return (
    <>
      <ProfileCard
        steamId={account.steamId}
        name={name}
        picture={profile.avatarSource === 'steam' ? picture : null}
      />
      <Panel title={t(($) => $.settings.profile.look)}>
        <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
          <div className={styles.name}>
            <TextField
              label={t(($) => $.settings.profile.name)}
              aside={`${trimName(profile).length} / ${usernameMaxLength}`}
              hint={
                account.steamName === ''
                  ? t(($) => $.settings.profile.nameHint)
                  : t(($) => $.settings.profile.nameHintOf, { name: account.steamName })
              }
              error={badName ? t(($) => $.settings.profile.badName) : null}
              value={profile.name}
              maxLength={usernameMaxLength}
              placeholder={account.steamName}
              autoComplete="nickname"
              spellCheck={false}
              onChange={(event) => setProfile({ ...profile, name: event.currentTarget.value })}
            />
          </div>
          <ChoiceCards
            label={t(($) => $.settings.profile.picture)}
            options={avatarSources.map((value) => ({
              value,
              title: t(($) => $.settings.profile.pictures[value]),
              detail: t(($) => $.settings.profile.pictureHints[value]),
              picture: (
                <Avatar
                  name={name}
                  seed={account.steamId}
                  url={value === 'steam' ? picture : null}
                  size="m"
                />
              ),
            }))}
            value={profile.avatarSource}
            onChange={(avatarSource) => setProfile({ ...profile, avatarSource })}
          />
          <ErrorNote error={save.error} />
          <div className={styles.actions}>
            {changed && (
              <Button
                variant="ghost"
                onClick={() => {
                  setProfile(toProfile(account))
                  save.clear()
                }}
              >
                {t(($) => $.settings.profile.discard)}
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={!changed || badName} submitting={save.busy}>
              {t(($) => $.settings.profile.save)}
            </Button>
          </div>
        </form>
        {question}
      </Panel>
    </>
  )
}
