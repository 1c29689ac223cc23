import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '../../ticket-view.ts'
import type { TicketFilters } from '../ticket-filters.ts'
import { removeView, ticketViews } from './working-calls.ts'

/** Whether two sets of filters give the same list, regardless of the order of their names. */
const isSame = (one: object, other: object) => sorted(one) === sorted(other)
const sorted = (filters: object) =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, [value].flat().toSorted()] as const)
      .filter(([, values]) => values.some(Boolean))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** One's own saved filters and shared ones; selecting one applies its filters to the URL. */
export function ViewsMenu({
  filters,
  onApply,
  onSave,
}: {
  filters: TicketFilters
  onApply: (filters: TicketFilters) => void
  /** @param view one of one's own, to change; undefined for a new one */
  onSave: (view?: TicketView) => void
}) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const { data } = useQuery(ticketViews)
  const views = data?.items ?? []
  const chosen = views.find((view) => isSame(view.filters, filters))
  const remove = async (id: string) => {
    await removeView(id).catch(() => undefined)
    await client.invalidateQueries({ queryKey: ticketViews.queryKey })
  }
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconBookmark size={18} aria-hidden />}>
          {chosen ? t('saved.chosen', { name: chosen.name }) : t('saved.all')}
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
        <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onSave()}>
          {t('saved.save')}
        </Menu.Item>
        {views.some(({ mayRemove }) => mayRemove) && <Menu.Divider />}
        {views
          .filter(({ isMine }) => isMine)
          .map((view) => (
            <Menu.Item key={view.id} leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onSave(view)}>
              {t('saved.change', { name: view.name })}
            </Menu.Item>
          ))}
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
