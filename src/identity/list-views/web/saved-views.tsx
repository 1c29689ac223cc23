import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListView } from '../list-view.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import type { ViewStore } from './view-store.ts'

/** Whether two sets of filters give the same list, regardless of the order of their names. */
const isSame = (one: object, other: object) => sorted(one) === sorted(other)
const sorted = (filters: object) =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, [value].flat().toSorted()] as const)
      .filter(([, values]) => values.some(Boolean))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

interface Props<Filters extends object> {
  store: ViewStore<Filters>
  /** as the list is now */
  filters: Filters
  onApply: (filters: Filters) => void
}

/** One's own saved views and shared ones. Selecting one applies its filters; those of the list are saved under a name. */
export function SavedViews<Filters extends object>({ store, filters, onApply }: Props<Filters>) {
  const [saving, setSaving] = useState<{ view?: ListView<Filters> | undefined } | null>(null)
  return (
    <>
      <ViewsMenu store={store} filters={filters} onApply={onApply} onSave={(view) => setSaving({ view })} />
      {saving && <SaveViewDialog store={store} view={saving.view} filters={filters} onClose={() => setSaving(null)} />}
    </>
  )
}

/** @param onSave with one of one's own, to change; with none for a new one */
function ViewsMenu<Filters extends object>({
  store,
  filters,
  onApply,
  onSave,
}: Props<Filters> & { onSave: (view?: ListView<Filters>) => void }) {
  const { t } = useTranslation('list-views')
  const client = useQueryClient()
  const { data } = useQuery(store.query)
  const views = data?.items ?? []
  const chosen = views.find((view) => isSame(view.filters, filters))
  const remove = async (id: string) => {
    await store.remove(id).catch(() => undefined)
    await client.invalidateQueries({ queryKey: store.query.queryKey })
  }
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconBookmark size={18} aria-hidden />}>
          {chosen ? t('chosen', { name: chosen.name }) : t('all')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map(({ id, name, filters, isMine, owner }) => (
          <Menu.Item
            key={id}
            onClick={() => onApply(filters)}
            leftSection={isMine ? <IconBookmark size={18} aria-hidden /> : <IconUsers size={18} aria-hidden />}
          >
            {isMine ? name : t('of', { name, who: `${owner.firstName} ${owner.lastName}` })}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onSave()}>
          {t('save')}
        </Menu.Item>
        {views.some(({ mayRemove }) => mayRemove) && <Menu.Divider />}
        {views
          .filter(({ isMine }) => isMine)
          .map((view) => (
            <Menu.Item key={view.id} leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onSave(view)}>
              {t('change', { name: view.name })}
            </Menu.Item>
          ))}
        {views
          .filter(({ mayRemove }) => mayRemove)
          .map(({ id, name }) => (
            <Menu.Item key={id} leftSection={<IconTrash size={18} aria-hidden />} onClick={() => remove(id)}>
              {t('remove', { name })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
