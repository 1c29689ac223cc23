import { Button, Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '#platform/schema/phone-number.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { LikelyDuplicate } from '../contact-record.ts'
import classes from './contacts.module.css'

/** The differences between an existing person and the one being recorded, where both values are known. */
function differences(typed: Record<string, unknown>, person: LikelyDuplicate) {
  const numbers = ((typed.phones ?? []) as { phoneNumber: string }[])
    .map(({ phoneNumber }) => phoneText(phoneNumber))
    .filter(Boolean)
  const differs = (given: unknown, recorded: string | null) =>
    Boolean(given && recorded && String(given).trim().toLowerCase() !== recorded.toLowerCase())
  return [
    ...(differs(typed.birthDate, person.birthDate) ? (['birthDate'] as const) : []),
    ...(numbers.length > 0 && person.primaryPhone && !numbers.includes(phoneText(person.primaryPhone))
      ? (['phone'] as const)
      : []),
    ...(differs(typed.email, person.email) ? (['email'] as const) : []),
    ...(differs(typed.city, person.city) ? (['city'] as const) : []),
  ]
}

interface DuplicatesDialogProps {
  /** the values of the form */
  typed: Record<string, unknown>
  people: LikelyDuplicate[]
  isSaving: boolean
  onUse: (person: LikelyDuplicate) => void
  onSaveAnyway: () => void
  onClose: () => void
}

/** Shown before a person is recorded twice: existing records that may be the same person. */
export function DuplicatesDialog({ typed, people, isSaving, onUse, onSaveAnyway, onClose }: DuplicatesDialogProps) {
  const { t } = useTranslation(['clients', 'platform'])
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('duplicate.title', { count: people.length })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <div className={classes.dialog}>
        <p>{t('duplicate.text')}</p>
        <ul className={classes.list}>
          {people.map((person) => (
            <li key={person.id} className={classes.duplicate}>
              <div>
                <strong>
                  {person.firstName} {person.lastName}
                </strong>
                <span className={classes.quiet}>
                  {[
                    person.birthDate && dayText(person.birthDate),
                    person.primaryPhone && phoneText(person.primaryPhone),
                    person.email,
                    person.city,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className={classes.reasons}>
                  {person.reasons.map((reason) => (
                    <StatusChip key={reason} tone="amber" icon={<IconAlertCircle aria-hidden="true" />}>
                      {t(`duplicate.reason.${reason}`)}
                    </StatusChip>
                  ))}
                </span>
                <Differences names={differences(typed, person)} />
              </div>
              <Button
                onClick={() => onUse(person)}
                aria-label={t('duplicate.useNamed', { name: `${person.firstName} ${person.lastName}` })}
              >
                {t('duplicate.use')}
              </Button>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            {t('duplicate.back')}
          </Button>
          <Button variant="default" loading={isSaving} onClick={onSaveAnyway}>
            {t('duplicate.saveAnyway')}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

function Differences({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('clients')
  if (names.length === 0) return null
  return (
    <span className={classes.quiet}>
      {t('duplicate.differs', { what: names.map((name) => t(`duplicate.difference.${name}`)).join(', ') })}
    </span>
  )
}
