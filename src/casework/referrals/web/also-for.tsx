import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { personHousehold } from '#casework/households/web/households-public.tsx'
import { ageOf } from '#platform/web/time-words.ts'

interface AlsoForProps {
  contactId: string
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** Who else in the person's household the referral is for. Shows nothing for somebody who lives alone. */
export function AlsoFor({ contactId, value, error, onChange }: AlsoForProps) {
  const { t } = useTranslation('referrals')
  const { data: members = [] } = useQuery(personHousehold(contactId))
  const others = members.filter((member) => member.contactId !== contactId)
  if (others.length === 0) return null
  return (
    <Checkbox.Group
      mt="md"
      size="md"
      label={t('alsoFor.label')}
      description={t('alsoFor.hint')}
      value={value}
      error={error}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {others.map(({ contactId: id, firstName, lastName, birthDate }) => (
          <Checkbox
            key={id}
            value={id}
            size="md"
            iconColor="var(--hl-on-hearth)"
            label={[`${firstName} ${lastName}`, birthDate && ageOf(birthDate)].filter(Boolean).join(' · ')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
