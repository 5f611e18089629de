import { hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import {
  type EventGroup,
  type EventKind,
  eventKindNames,
  eventKinds,
} from '@clutch/contract/rules/notifications/event-kinds.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { FieldGroup, FieldPair } from '../../../ui/forms/field-group.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { usePermissions } from '../kit/permissions.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'

const groups: readonly EventGroup[] = ['servers', 'rentals', 'money', 'players', 'portal']

interface EventKindFieldsProps {
  chosen: readonly EventKind[]
  error: string | null
  onChange: (kinds: readonly EventKind[]) => void
}

/** A switch for each kind of event that the operator may read about, in groups. */
export function EventKindFields({ chosen, error, onChange }: EventKindFieldsProps) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const { rights } = usePermissions()
  const isOpen = (kind: EventKind) => hasRight(rights, eventKinds[kind].area, 'read') || chosen.includes(kind)
  const choose = (kinds: readonly EventKind[], on: boolean) =>
    onChange(eventKindNames.filter((kind) => (kinds.includes(kind) ? on : chosen.includes(kind))))
  return (
    <>
      {error !== null && <Note tone="bad">{error}</Note>}
      {groups.map((group) => {
        const kinds = eventKindNames.filter((kind) => eventKinds[kind].group === group && isOpen(kind))
        const name = t(($) => $.adminNotifications.rules.groups[group])
        if (kinds.length === 0) return null
        return (
          <FieldGroup key={group} title={name}>
            <FieldPair>
              {kinds.map((kind) => (
                <Switch key={kind} checked={chosen.includes(kind)} onChange={(on) => choose([kind], on)}>
                  {say(eventKinds[kind].name)}
                </Switch>
              ))}
            </FieldPair>
            <div>
              <Button size="sm" variant="ghost" onClick={() => choose(kinds, true)}>
                {t(($) => $.adminNotifications.rules.choose, { group: name })}
              </Button>
            </div>
          </FieldGroup>
        )
      })}
    </>
  )
}
