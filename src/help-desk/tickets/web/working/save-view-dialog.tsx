import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { NewTicketView, type TicketView, viewSharings } from '../../ticket-view.ts'
import type { TicketFilters } from '../ticket-filters.ts'
import { changeView, isAgent, saveView, ticketViews } from './working-calls.ts'

interface Props {
  /** the one to change; undefined for a new one */
  view: TicketView | undefined
  filters: TicketFilters
  onClose: () => void
}

/** Saves the list's filters and order under a name, or changes a saved filter. */
export function SaveViewDialog({ view, filters, onClose }: Props) {
  const { t } = useTranslation(['tickets', 'platform'])
  const client = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [takesFilters, setTakesFilters] = useState(!view)
  const [sharedWith, setSharedWith] = useState<(typeof viewSharings)[number]>(view?.sharedWith ?? 'nobody')
  const [error, setError] = useState('')
  const sharings = viewSharings.filter(
    (sharing) => sharing === 'nobody' || (sharing === 'organization' ? knownUser()?.organizationId : isAgent()),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('saved.nameNeeded'))
    try {
      const kept = takesFilters ? filters : view?.filters
      const given = { name, sharedWith, filters: NewTicketView.shape.filters.parse(kept) }
      await (view ? changeView(view.id, given) : saveView(given))
      await client.invalidateQueries({ queryKey: ticketViews.queryKey })
      notify(t('saved.kept'))
      onClose()
    } catch (problem) {
      const at = problem instanceof ApiError ? problem.errors[0] : undefined
      setError(at ? t(`message.${at.message}`, t('saved.notKept')) : t('saved.notKept'))
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={view ? t('saved.change', { name: view.name }) : t('saved.save')}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('saved.name')}
            value={name}
            maxLength={60}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError('')
            }}
          />
          <Select
            label={t('saved.sharing')}
            data={sharings.map((value) => ({ value, label: t(`saved.sharedWith.${value}`) }))}
            value={sharedWith}
            allowDeselect={false}
            onChange={(value) => value && setSharedWith(value as typeof sharedWith)}
          />
          {view && (
            <Checkbox
              label={t('saved.takeFilters')}
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
