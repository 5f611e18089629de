import { grantedGroups, type GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Note } from '../../../ui/messages/note.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import type { SectionProps } from './community-sections.tsx'
import { InventoryTest } from './inventory-test.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './portal-settings.module.css'

/** B5, J3: the note under the sidebar's entry of the inventory, and who may use it. */
export function InventorySection({ portal }: SectionProps) {
  const { t } = useTranslation()
  return (
    <SettingsSection
      title={t(($) => $.adminWords.texts.inventory)}
      portal={portal}
      partOf={({ inventory: { note, groups } }) => ({
        note,
        groups: grantedGroups.filter((group) => groups.includes(group)),
      })}
      changeOf={(inventory) => ({ inventory })}
      names={{
        note: t(($) => $.adminWords.texts.inventoryNote),
        groups: {
          name: t(($) => $.adminWords.texts.inventoryGroups),
          show: (groups: readonly GrantedGroup[]) =>
            groups.map((group) => t(($) => $.shell.badge[group])).join('\n'),
        },
      }}
    >
      {({ draft, change }) => (
        <>
          <Note tone="warn">{t(($) => $.adminWords.valveWarning)}</Note>
          <BilingualField
            label={t(($) => $.adminWords.texts.inventoryNote)}
            value={draft.note}
            onChange={(note) => change({ note })}
            max={60}
          />
          <fieldset className={styles.switches}>
            <legend>{t(($) => $.adminWords.texts.inventoryGroups)}</legend>
            {grantedGroups.map((group) => (
              <Switch
                key={group}
                checked={draft.groups.includes(group)}
                onChange={(on) =>
                  change({
                    groups: grantedGroups.filter((one) => (one === group ? on : draft.groups.includes(one))),
                  })
                }
              >
                {t(($) => $.shell.badge[group])}
              </Switch>
            ))}
          </fieldset>
          <InventoryTest />
        </>
      )}
    </SettingsSection>
  )
}
