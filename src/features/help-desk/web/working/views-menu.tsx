import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TicketFilters } from '../ticket-filters.ts'
import { removeView, ticketViews } from './working-calls.ts'

/** One's own views and those that others share; choosing one puts its filters into the address bar. */
export function ViewsMenu({ onApply, onSave }: { onApply: (filters: TicketFilters) => void; onSave: () => void }) {
  const { t } = useTranslation('help-desk')
  const client = useQueryClient()
  const { data } = useQuery(ticketViews)
  const views = data?.items ?? []
  const remove = async (id: string) => {
    await removeView(id).catch(() => undefined)
    await client.invalidateQueries({ queryKey: ticketViews.queryKey })
  }
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconBookmark size={18} aria-hidden />}>
          {t('saved.all')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map(({ id, name, filters, isMine, owner }) => (
          <Menu.Item
            key={id}
            onClick={() => onApply(filters as TicketFilters)}
            leftSection={isMine ? <IconBookmark size={18} aria-hidden /> : <IconUsers size={18} aria-hidden />}
          >
            {isMine ? name : t('saved.of', { name, who: `${owner.firstName} ${owner.lastName}` })}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={onSave}>
          {t('saved.save')}
        </Menu.Item>
        {views.some(({ mayRemove }) => mayRemove) && <Menu.Divider />}
        {views
          .filter(({ mayRemove }) => mayRemove)
          .map(({ id, name }) => (
            <Menu.Item key={id} leftSection={<IconTrash size={18} aria-hidden />} onClick={() => remove(id)}>
              {t('saved.remove', { name })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
