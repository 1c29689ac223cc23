import { Alert, Button, Group } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isAgent, newAssignments, seeAssignments } from './working-calls.ts'

const SHOWN = 5

/** New tickets assigned to the reader, until they open them. */
export function AssignmentNotice({ onView }: { onView: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const { data } = useQuery({ ...newAssignments, enabled: isAgent() })
  const items = data?.items ?? []
  const seeAll = async () => {
    await seeAssignments().catch(() => undefined)
    await client.invalidateQueries({ queryKey: newAssignments.queryKey })
  }
  return (
    <div role="status">
      {items.length > 0 && (
        <Alert mb="md" icon={<IconUserCheck aria-hidden />} title={t('work.given', { count: items.length })}>
          <Group gap="xs">
            {items.slice(0, SHOWN).map(({ id, ticketNumber, assignedBy }) => (
              <Button key={id} variant="default" onClick={() => onView(id)}>
                {assignedBy ? t('work.givenBy', { ticketNumber, who: assignedBy.firstName }) : ticketNumber}
              </Button>
            ))}
            <Button variant="subtle" onClick={seeAll}>
              {t('work.givenSeen')}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  )
}
