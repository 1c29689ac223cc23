import { IconHandClick, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContactInList } from '#casework/clients/contact-record.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { dayText } from '#platform/web/time-words.ts'
import shared from '#ui/pairs.module.css'
import { StatusChip } from '#ui/status-chip.tsx'
import type { PersonPair } from '../person-pair.ts'

export const nameOf = (person: Pick<ContactInList, 'firstName' | 'lastName'>) =>
  `${person.firstName} ${person.lastName}`

/** How likely two records are of one person, and why. */
export function PairReasons({ pair }: { pair: Pick<PersonPair, 'level' | 'reasons' | 'state'> }) {
  const { t } = useTranslation('duplicate-people')
  const isChosen = pair.state === 'chosen'
  const reasons = pair.reasons.map((reason) => t(`reason.${reason}`)).join(' · ')
  return (
    <div className={shared.line}>
      <StatusChip
        tone={pair.level === 'likely' ? 'amber' : 'stone'}
        icon={isChosen ? <IconHandClick size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
      >
        {t(`level.${isChosen ? 'chosen' : pair.level}`)}
      </StatusChip>
      <span className={shared.soft}>{reasons || (isChosen && t('reason.none'))}</span>
    </div>
  )
}

/** One of two people in a few lines. */
export function PersonLines({ person }: { person: ContactInList }) {
  const { t } = useTranslation('duplicate-people')
  const lines = [
    person.birthDate && t('born', { day: dayText(person.birthDate) }),
    person.primaryPhone && phoneText(person.primaryPhone),
    person.email,
    [person.city, person.postalCode].filter(Boolean).join(' '),
  ]
  return (
    <div className={shared.side}>
      <Link to={`/people/${person.id}`}>{nameOf(person)}</Link>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className={shared.soft}>
          {line}
        </span>
      ))}
    </div>
  )
}
