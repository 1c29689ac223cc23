import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#casework/clients/contact-record.ts'
import { useLabel } from '#casework/clients/web/own-parts-public.tsx'
import { ContactRow } from '#identity/people/contact.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { dayText } from '#platform/web/time-words.ts'
import type { mergedFields } from '../person-merge.ts'
import classes from './duplicate-people.module.css'

/** The first or the second record. */
export type Side = 0 | 1
export type Field = (typeof mergedFields)[number]

interface FieldChoiceProps {
  name: Field
  people: Contact[]
  stays: Side
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}

/** One field of both records, of which one value is chosen. */
export function FieldChoice({ name, people, stays, isTaken, onChange }: FieldChoiceProps) {
  const { t } = useTranslation('duplicate-people')
  const label = useLabel()
  const text = (person: Contact) => {
    const value = person[name]
    if (!value) return t('compare.empty')
    return name === 'birthDate' ? dayText(value) : name === 'language' ? languageText(value) : value
  }
  return (
    <Radio.Group
      label={label(ContactRow.shape[name].meta()?.title ?? name)}
      value={String(isTaken ? 1 - stays : stays)}
      onChange={(value) => onChange(Number(value) !== stays)}
    >
      <div className={classes.sides}>
        {people.map((person, at) => (
          <Radio key={person.id} mt={6} value={String(at)} label={text(person)} />
        ))}
      </div>
    </Radio.Group>
  )
}
