import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { NewTicketView, viewSharings } from '../../ticket-view.ts'
import type { TicketFilters } from '../ticket-filters.ts'
import { isAgent, keepView, ticketViews } from './working-calls.ts'

/** Keeps the filters and the order of the list under a name. */
export function SaveViewDialog({ filters, onClose }: { filters: TicketFilters; onClose: () => void }) {
  const { t } = useTranslation(['help-desk', 'platform'])
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [sharedWith, setSharedWith] = useState<(typeof viewSharings)[number]>('nobody')
  const [error, setError] = useState('')
  const sharings = viewSharings.filter(
    (sharing) => sharing === 'nobody' || (sharing === 'organization' ? knownUser()?.organizationId : isAgent()),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('saved.nameNeeded'))
    try {
      await keepView({ name, sharedWith, filters: NewTicketView.shape.filters.parse(filters) })
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
      title={t('saved.save')}
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
          <Group justify="flex-end">
            <Button type="submit">{t('platform:form.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
