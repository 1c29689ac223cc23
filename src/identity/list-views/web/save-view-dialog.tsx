import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { usePhone } from '#ui/use-phone.ts'
import type { ListView, ViewSharing } from '../list-view.ts'
import type { ViewStore } from './view-store.ts'

interface Props<Filters extends object> {
  store: ViewStore<Filters>
  /** the one to change; undefined for a new one */
  view: ListView<Filters> | undefined
  filters: Filters
  onClose: () => void
}

/** Saves the list's filters and order under a name, or changes a saved filter. */
export function SaveViewDialog<Filters extends object>({ store, view, filters, onClose }: Props<Filters>) {
  const { t } = useTranslation(['list-views', 'platform'])
  const client = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [takesFilters, setTakesFilters] = useState(!view)
  const [sharedWith, setSharedWith] = useState<ViewSharing>(view?.sharedWith ?? 'nobody')
  const [error, setError] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('nameNeeded'))
    try {
      const given = { name, sharedWith, filters: store.savedOf(view && !takesFilters ? view.filters : filters) }
      await (view ? store.change(view.id, given) : store.save(given))
      await client.invalidateQueries({ queryKey: store.query.queryKey })
      notify(t('kept'))
      onClose()
    } catch (problem) {
      const at = problem instanceof ApiError ? problem.errors[0] : undefined
      setError(at ? t(`message.${at.message}`, t('notKept')) : t('notKept'))
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={view ? t('change', { name: view.name }) : t('save')}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('name')}
            value={name}
            maxLength={60}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError('')
            }}
          />
          <Select
            label={t('sharing')}
            data={store.sharings().map((value) => ({ value, label: t(`sharedWith.${value}`) }))}
            value={sharedWith}
            allowDeselect={false}
            onChange={(value) => value && setSharedWith(value as ViewSharing)}
          />
          {view && (
            <Checkbox
              label={t('takeFilters')}
              checked={takesFilters}
              onChange={(event) => setTakesFilters(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button type="submit">{t('platform:form.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
